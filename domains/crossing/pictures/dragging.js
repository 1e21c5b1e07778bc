// Lets a person drag travelers by mouse or finger: calls `drop(rider, place)` with the button of a traveler and the index of the place where it
// is let go, or -1 for the boat and the water. A drag so short that a click was meant calls `click(rider)`. Returns a function that says of a
// click whether it only ends a drag.
function dragging(area, { start, drop, click }) {
  const MIN_DRAG = 6, MAX_CLICK = 14;  // pixels
  let held = null, hasDragged = false;

  const wayOf = ({ clientX, clientY }) => [clientX - held.x, clientY - held.y];
  function letGo() {
    held.rider.parentElement.classList.remove("held");
    held.rider.parentElement.style.transform = "";
    held = null;
  }
  function placeAt({ clientX, clientY }) {
    const found = document.elementFromPoint(clientX, clientY)?.closest(".place, .boat, .river");
    return found && area.contains(found) ? Number(found.dataset.index ?? -1) : null;
  }
  area.addEventListener("pointerdown", (event) => {
    const rider = event.target.closest("button:enabled");
    hasDragged = false;
    if (rider && event.isPrimary && !event.button) held = { rider, x: event.clientX, y: event.clientY };
  });
  addEventListener("pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    const [x, y] = wayOf(event);
    if (!hasDragged && Math.hypot(x, y) > MIN_DRAG) {
      hasDragged = true;
      start();
      held.rider.parentElement.classList.add("held");
    }
    if (hasDragged) held.rider.parentElement.style.transform = `translate(${x}px, ${y}px)`;
  });
  addEventListener("pointerup", (event) => {
    if (!held || !event.isPrimary) return;
    const { rider } = held, isClick = Math.hypot(...wayOf(event)) < MAX_CLICK, place = placeAt(event);
    letGo();
    if (!hasDragged) return;
    if (isClick) click(rider);
    else if (place !== null) drop(rider, place);
  });
  addEventListener("pointercancel", () => { if (held) letGo(); });
  return ({ detail }) => hasDragged && detail > 0;  // a click by keyboard has no detail
}
