//! What tasks learn from one another while their graphs grow.
//!
//! Which calls an entry gets, which values come out, which values a variable has: each is a *topic*. Whoever
//! finds something out publishes it, once; a rest that depends on a topic subscribes to it and gets all that
//! was and will be published. Deliveries wait in one queue, first in, first out, so nothing is recursive,
//! each rest handles each fact once, and the order depends on the program only. What is published is never
//! taken back: the least fixpoint is reached when the queue is empty.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::Meeting;
use crate::program::{EntryId, TaskId, VarId};

/// Something that others want to know about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Topic {
    /// The values that a variable may have.
    Values(VarId),
    /// The calls of an entry.
    Calls(EntryId),
    /// What comes of a call, as an entry that is not atomic sees who calls.
    Answers(EntryId, Option<TaskId>, Rc<[i64]>),
    /// How the rendezvous of a task with an entry may end.
    Ends(EntryId, TaskId),
}

/// Something found out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fact {
    /// A variable may have this value.
    Value(i64),
    /// Somebody calls with these values.
    Call(Option<TaskId>, Rc<[i64]>),
    /// A call may be accepted; this is all of the rendezvous or its beginning.
    Answer(Rc<Meeting>),
    /// A rendezvous may end like this.
    End(Rc<Meeting>),
}

/// A rest of a task, and what for: a variable or an alternative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subscriber {
    pub(super) task: u32,
    pub(super) rest: u32,
    pub(super) what: u32,
}

#[derive(Default)]
struct News {
    known: FxHashSet<Fact>,
    facts: Vec<Fact>,
    subscribers: Vec<Subscriber>,
}

/// All topics, and what is not delivered yet.
#[derive(Default)]
pub(super) struct Traffic {
    topics: FxHashMap<Topic, News>,
    queue: VecDeque<(Subscriber, Fact)>,
}

impl Traffic {
    /// Lets everybody know who wants to.
    pub(super) fn publish(&mut self, topic: Topic, fact: Fact) {
        let news = self.topics.entry(topic).or_default();
        if news.known.insert(fact.clone()) {
            self.queue.extend(news.subscribers.iter().map(|&subscriber| (subscriber, fact.clone())));
            news.facts.push(fact);
        }
    }

    /// Delivers what is and will be known of a topic.
    pub(super) fn subscribe(&mut self, topic: Topic, subscriber: Subscriber) {
        let news = self.topics.entry(topic).or_default();
        self.queue.extend(news.facts.iter().map(|fact| (subscriber, fact.clone())));
        news.subscribers.push(subscriber);
    }

    /// The next delivery.
    pub(super) fn deliver(&mut self) -> Option<(Subscriber, Fact)> {
        self.queue.pop_front()
    }
}
