// A state as lines, each with a label: given as they are, or made from the facts that hold.
function lines(headings) {
  const list = document.getElementById("lines");
  return (seen) => {
    const holding = new Set(seen);
    const rows = headings ? headings.map(([name, facts]) => [name, facts.filter(([fact]) => holding.has(fact)).map(([, words]) => words).join(", ") || "–"]) : seen;
    list.replaceChildren(...rows.flatMap(([name, text]) => [["dt", name], ["dd", text]].map(([kind, words]) => {
      const part = document.createElement(kind);
      part.textContent = words;
      return part;
    })));
  };
}
