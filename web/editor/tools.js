// The tools of the editor: pieces to drag or to put on each pressed square, a
// hand to move pieces, a bin to remove them.
import { find } from '../lib/dom.js';

/** @import { ChessBoard, Piece } from '../board/types.d.ts' */

/** @param {ChessBoard} board */
export function initTools(board) {
  const tray = find('#tools');
  let isDropped = false;

  const choose = (/** @type {string} */ tool) => {
    /** @type {HTMLInputElement} */ (find(`input[value=${tool}]`, tray)).checked = true;
    board.hand = tool === 'hand' ? null : tool === 'eraser' ? 'eraser' : pieceOf(tool);
  };

  tray.addEventListener('change', ({ target }) => choose(/** @type {HTMLInputElement} */ (target).value));

  tray.addEventListener('pointerdown', (event) => {
    const label = /** @type {Element} */ (event.target).closest('label');
    const tool = label && find('input', label).getAttribute('value');
    const piece = tool && pieceOf(tool);
    if (!label || !piece || event.button !== 0) return;
    isDropped = false;
    choose('hand');
    board.grab(piece, event);
    // Released where it was picked up, it was a press that selects the tool.
    addEventListener('pointerup', ({ clientX, clientY }) => {
      const at = document.elementFromPoint(clientX, clientY);
      if (!isDropped && at && label.contains(at)) choose(tool);
    }, { once: true });
  });

  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') choose('hand');
  });

  return {
    /** Called when a piece of the tray was put on the board. */
    dropped() { isDropped = true; },
  };
}

/**
 * @param {string} tool such as `white-king`
 * @returns {Piece | null}
 */
function pieceOf(tool) {
  const [color, role] = tool.split('-');
  return role ? /** @type {Piece} */ ({ color, role }) : null;
}
