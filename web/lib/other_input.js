// Notices when a person does something else than press a certain button.

/** The keys that press the button that has the focus. */
const PRESSING = ['Enter', ' '];

/**
 * Calls `act` as soon as the person presses something that `isButton` does not recognize, or any key that
 * presses no button. Nothing depends on time: some people need long until they press again.
 * @param {(pressed: Element) => boolean} isButton
 * @param {() => void} act
 * @returns {() => void} ends it
 */
export function onOtherInput(isButton, act) {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  document.addEventListener('pointerdown', ({ target }) => {
    // Another button is only pressed when it is released: until then `act` must not replace it.
    if (!(target instanceof Element && target.closest('a, button'))) act();
  }, options);
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && isButton(target))) act();
  }, options);
  document.addEventListener('keydown', ({ key }) => {
    if (!PRESSING.includes(key)) act();
  }, options);
  return () => end.abort();
}
