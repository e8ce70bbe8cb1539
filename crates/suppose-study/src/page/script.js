(function () {
  "use strict";
  var table = document.getElementById("runs-table");
  var field = document.getElementById("runs-search");
  if (!table || !field) { return; }
  var body = table.tBodies[0];
  var rows = Array.from(body.rows);
  var texts = rows.map(function (row) { return row.textContent.toLowerCase(); });
  var count = document.getElementById("runs-count");
  field.parentElement.hidden = false;

  // Every word has to occur somewhere in the row.
  field.addEventListener("input", function () {
    var words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    var shown = 0;
    rows.forEach(function (row, index) {
      var match = words.every(function (word) { return texts[index].includes(word); });
      row.hidden = !match;
      shown += match ? 1 : 0;
    });
    count.textContent = words.length ? shown + " of " + rows.length + " runs" : rows.length + " runs";
  });

  function key(row, column) {
    var cell = row.cells[column];
    var number = parseFloat(cell.dataset.sort !== undefined ? cell.dataset.sort : cell.textContent);
    return { number: number, text: cell.textContent };
  }

  // Numbers by value, the rest as text; what has no number comes last, whichever way it is sorted.
  function compare(a, b, numeric, sign) {
    if (numeric) {
      var empty = Number(isNaN(a.number)) - Number(isNaN(b.number));
      if (empty !== 0 || isNaN(a.number)) { return empty; }
      return sign * (a.number - b.number);
    }
    return sign * a.text.localeCompare(b.text, "en", { numeric: true });
  }

  Array.from(table.tHead.rows[0].cells).forEach(function (head, column) {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.textContent = "";
    head.appendChild(button);
    var numeric = head.classList.contains("n");
    button.addEventListener("click", function () {
      var sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      table.querySelectorAll("th[aria-sort]").forEach(function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
      var keyed = Array.from(body.rows).map(function (row) { return { row: row, key: key(row, column) }; });
      keyed.sort(function (a, b) { return compare(a.key, b.key, numeric, sign); });
      keyed.forEach(function (entry) { body.appendChild(entry.row); });
    });
  });
})();
