// What the board is told, and what it tells.
import type { Color } from '../wire.d.ts';

export type Role = 'king' | 'queen' | 'rook' | 'bishop' | 'knight' | 'pawn';
/** `a1` to `h8`. */
export type Square = string;
export type Piece = { role: Role, color: Color };

/** Everything that a board shows. It is handed over whole: `board.show(view)`
 * draws the difference to what is shown, and animates it. */
export type View = {
  /** FEN; the board reads the placement alone. */
  fen: string,
  /** From where to where the last move went. */
  lastMove?: [Square, Square] | null,
  /** The square of the king in check. */
  check?: Square | null,
  /** Who may move pieces now: nobody, one side, both. */
  movable?: Color | 'both' | null,
  /** What may be played: from where to where. As `State.legal` has it, where
   * a promotion is written once, without its piece. */
  legal?: Record<Square, Square[]> | null,
  /** A piece that waits beside the board, and where it may be put. Whoever
   * presses such a square puts it there: event `move` with `N@g1`. Where
   * nobody may move, it is planned. */
  place?: { piece: Piece, squares: Square[] } | null,
  /** The squares whose pieces left the board with the last move. They fade
   * when it has landed, and the squares stay marked. */
  cleared?: Square[],
  /** Who may plan moves while the other thinks. May stay set all the time:
   * plans are made when that side cannot move. */
  premovable?: Color | null,
  /** Whether that side has to place a piece next, so that no move of its
   * others can be planned. */
  mustPlace?: boolean,
  /** Pieces that bind, by the law on touch. */
  touched?: Square[],
  /** Whether to hold a piece down straightens it (`adjust`) instead of
   * touching it. A touch is then told when the hold is over. */
  adjustable?: boolean,
  /** Whether a move slides from where it was (default) or is simply there. */
  animate?: boolean,
};

/** What the board tells, as events with this `detail`. */
export type BoardEvents = {
  /** Somebody made a move, or tried one. Where `isLegal` is false the piece
   * has gone back already; whoever listens may ask why. A piece that was put
   * on a square (`N@g1`) comes from that square. */
  move: { uci: string, from: Square, to: Square, promotion: Role | null, isLegal: boolean },
  /** What is planned, whole, whenever it changes. */
  premoves: { moves: string[] },
  /** A piece was picked up, where `show` said that pieces may be. */
  touch: { square: Square },
  /** Somebody wants to straighten the piece there. */
  adjust: { square: Square },
  /** A piece of the tray, or from outside, was put on a square, and was not
   * the one that waits. */
  drop: { piece: Piece, square: Square },
  /** In free hands (`board.free = true`, the editor): a piece went from a
   * square to another or off the board (`to: null`). */
  carry: { piece: Piece, from: Square, to: Square | null },
  /** A square was pressed and nothing else was meant. */
  press: { square: Square, button: number },
  /** Arrows and marks that a person drew, whole, whenever they change. */
  shapes: { shapes: Shape[] },
};

/** One of these events. */
export type Happening = {
  [K in keyof BoardEvents]: { name: K, detail: BoardEvents[K] }
}[keyof BoardEvents];

/** An arrow, or a ring where `to` is missing. */
export type Shape = { from: Square, to?: Square, kind: 'one' | 'two' | 'three' | 'four' };

/** The element `<chess-board>`; attributes: `orientation="white|black"`,
 * `coordinates`, `label`. */
export interface ChessBoard extends HTMLElement {
  show(view: View): void;
  /** What is shown now. */
  readonly view: View;
  orientation: Color;
  flip(): void;
  /** Squares to point at, as those of a refusal; none to stop. */
  point(squares: Square[], kind?: 'refusal' | 'hint'): void;
  shapes: Shape[];
  /** What is planned. Whoever sets it is not told. */
  premoves: string[];
  /** When it is one's turn again: plays the first plan, as if by hand (event
   * `move`), and keeps the others; if it is not legal now, forgets all. */
  playPremove(): boolean;
  /** Every piece may go anywhere: for the editor. */
  free: boolean;
  /** Promotes to a queen without asking. */
  autoQueen: boolean;
  blindfold: boolean;
  /** A piece taken from outside the board follows the pointer until it is dropped. */
  grab(piece: Piece, event: PointerEvent): void;
  /** Chosen by keyboard, or from a tray: each square pressed gets it (`drop`)
   * until this is null again; the eraser takes away (`carry` to null). */
  hand: Piece | 'eraser' | null;
  /** The next piece pressed is straightened, not touched (`adjust`). */
  adjusting: boolean;
}
