// What a board shows, and what it reports.
import type { Color } from '../wire.d.ts';

export type Role = 'king' | 'queen' | 'rook' | 'bishop' | 'knight' | 'pawn';
/** The name of a square, `a1` to `h8`. */
export type Square = string;
export type Piece = { role: Role, color: Color };

/** Everything that a board shows. `board.show(view)` replaces the whole view and
* animates the difference. */
export type View = {
  /** The position in FEN, of which only the pieces are read. */
  fen: string,
  /** The squares of the last move. */
  lastMove?: [Square, Square] | null,
  /** The square of the king in check. */
  check?: Square | null,
  /** Which pieces may move now: none, those of one side, or all. */
  movable?: Color | 'both' | null,
  /** The legal moves by square, as in `GameState.legal`: a promotion is one target. */
  legal?: Record<Square, Square[]> | null,
  /** A piece that waits beside the board, and where it may be placed. A press
   * on such a square places it (event `move` with `N@g1`), or plans that if no
   * piece may move. */
  place?: { piece: Piece, squares: Square[] } | null,
  /** The squares that the last move cleared: their pieces fade, and the
   * squares stay marked. */
  cleared?: Square[],
  /** The side that may premove. It may stay set all the time: premoves are
   * made when that side cannot move. */
  premovable?: Color | null,
  /** Where each piece could move on the planned turn, after the existing
  * premoves; until that is known, a premove may go to any square. */
  reach?: Record<Square, Square[]> | null,
  /** Whether that side must place a piece next, so that no piece on the board
   * can premove. */
  mustPlace?: boolean,
  /** Pieces that were touched and must be moved or captured. */
  touched?: Square[],
  /** Whether holding a piece down adjusts it instead of touching it. A touch
   * is then reported when the piece is released. */
  adjustable?: boolean,
  /** Whether pieces slide to their squares, as they do by default. */
  animate?: boolean,
};

/** The events of a board, with their `detail`. */
export type BoardEvents = {
  /** A move was made or tried. If it is not legal, the piece is back on its
   * square. A placed piece (`N@g1`) comes from its own square. */
  move: { uci: string, from: Square, to: Square, promotion: Role | null, isLegal: boolean },
  /** All premoves, whenever they change. */
  premoves: { moves: string[] },
  /** A piece was picked up to move it. */
  touch: { square: Square },
  /** A piece was picked up to premove it. */
  plan: { square: Square },
  /** A piece is to be adjusted. */
  adjust: { square: Square },
  /** A piece of the tray, or from outside, was put on a square, and was not
   * the one that waits. */
  drop: { piece: Piece, square: Square },
  /** On a free board (`board.free = true`, as in the editor): a piece was moved to
  * another square or off the board (`to: null`). */
  carry: { piece: Piece, from: Square, to: Square | null },
  /** A square was pressed, with no other effect. */
  press: { square: Square, button: number },
  /** All arrows and marks that the user has drawn, whenever they change. */
  shapes: { shapes: Shape[] },
};

/** One of these events. */
export type BoardEvent = {
  [K in keyof BoardEvents]: { name: K, detail: BoardEvents[K] }
}[keyof BoardEvents];

/** An arrow, or a ring where `to` is missing. */
export type Shape = { from: Square, to?: Square, kind: 'one' | 'two' | 'three' | 'four' };

/** The element `<chess-board>`; attributes: `orientation="white|black"`,
 * `coordinates`, `label`. */
export interface ChessBoard extends HTMLElement {
  show(view: View): void;
  /** The current view. */
  readonly view: View;
  orientation: Color;
  flip(): void;
  /** Highlights squares, such as those of a refusal; an empty list clears them. */
  point(squares: Square[], kind?: 'refusal' | 'hint'): void;
  shapes: Shape[];
  /** The premoves. Setting them dispatches no event. */
  premoves: string[];
  /** Plays the first premove on its turn (event `move`) and keeps the others; if it
  * is illegal, drops all of them. */
  playPremove(): boolean;
  /** Whether any piece may go anywhere, as in the editor. */
  free: boolean;
  /** Promotes to a queen without asking. */
  autoQueen: boolean;
  blindfold: boolean;
  /** Starts the drag of a piece from outside the board. */
  grab(piece: Piece, event: PointerEvent): void;
  /** The piece that each pressed square gets (`drop`); the eraser removes pieces
   * (`carry` to null). */
  hand: Piece | 'eraser' | null;
  /** Whether the next piece pressed is adjusted instead of touched. */
  adjusting: boolean;
}
