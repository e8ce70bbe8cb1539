use std::time::*;
use suppose_base::*;
use suppose_nets::verify::*;
use suppose_nets::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = if let Some(m) = args[1].strip_prefix("model:") {
        let (name, size) = m.split_once(':').unwrap();
        let model = models::MODELS.iter().find(|m| m.name == name).unwrap();
        (model.text)(size.parse().unwrap())
    } else {
        std::fs::read_to_string(&args[1]).unwrap()
    };
    let mut sources = SourceMap::new();
    let file = sources.add(args[1].clone(), text.clone());
    let t = Instant::now();
    let (fragment, _) = lpn::read(&text, file, "x", &lpn::NoIncludes).unwrap();
    let (design, _) = Design::join("x", vec![fragment]).unwrap();
    println!("read {:?}: {} nets {} wires", t.elapsed(), design.nets.len(), design.wires.len());
    let method = match args[2].as_str() {
        "flat" => Method::Flat,
        "refine" => Method::Refine,
        "minimise" => Method::Minimise,
        _ => Method::Auto,
    };
    let t = Instant::now();
    let k = args.get(3).and_then(|k| k.parse().ok()).unwrap_or(3);
    let secs = args.get(4).and_then(|k| k.parse().ok()).unwrap_or(60);
    let sharing = args.get(5).is_none();
    let qs = questions(&design);
    let qs: Vec<_> = qs.into_iter().filter(|q| args.get(6).is_none_or(|a| a == q.name())).collect();
    for a in verify(
        &design,
        &qs,
        &Options { method, k, sharing, ..Options::default() },
        &Budget::unlimited().with_timeout(Duration::from_secs(secs)),
    ) {
        let v = match &a.verdict {
            suppose_base::Verdict::Holds => "holds".into(),
            Verdict::Violated(r) => format!(
                "violated {} steps: {:?}",
                r.actions.len(),
                r.actions.iter().take(20).map(|x| design.actions.name(*x)).collect::<Vec<_>>()
            ),
            Verdict::Inconclusive(r) => format!("? {r:?}"),
        };
        println!("{} {v} {:?} {:?} {:?}", a.failure, a.method, a.effort, a.notes);
    }
    println!("{:?}", t.elapsed());
}
