// Shows levels in the jugs of a person who plays; a liter is as high as in the other pictures.
function pouring(liter, height) {
  const jugs = [...document.querySelectorAll(".attempt .fp-jug")];
  return (levels, names) => jugs.forEach((jug, number) => {
    const level = levels[number], water = jug.querySelector(".water rect");
    jug.dataset.level = level;
    water.setAttribute("y", height - level * liter);
    water.setAttribute("height", level * liter);
    jug.querySelector("title").textContent = `${names[number]} holds ${level}`;
    jug.querySelector("text").textContent = `${level} of ${jug.dataset.capacity}`;
  });
}
