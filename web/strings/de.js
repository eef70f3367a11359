/** @type {typeof import('./en.js').default} */
export default {
  "skip": "Zum Brett springen",
  "nav_label": "Seiten",
  "nav_analysis": "Analyse",
  "nav_editor": "Stellung",
  "nav_laws": "Regeln",
  "nav_sign_in": "Anmelden",
  "nav_settings": "Einstellungen",

  "foot_api": "Für Programme: die Schnittstelle",

  "board_label": "Schachbrett",
  "board_white_king": "weißer König",
  "board_white_queen": "weiße Dame",
  "board_white_rook": "weißer Turm",
  "board_white_bishop": "weißer Läufer",
  "board_white_knight": "weißer Springer",
  "board_white_pawn": "weißer Bauer",
  "board_black_king": "schwarzer König",
  "board_black_queen": "schwarze Dame",
  "board_black_rook": "schwarzer Turm",
  "board_black_bishop": "schwarzer Läufer",
  "board_black_knight": "schwarzer Springer",
  "board_black_pawn": "schwarzer Bauer",
  "board_role_queen": "Dame",
  "board_role_rook": "Turm",
  "board_role_bishop": "Läufer",
  "board_role_knight": "Springer",
  "board_empty": "leer",
  "board_in_check": "im Schach",
  "board_touched": "berührt",
  "board_selected": "aufgenommen",
  "board_target": "mögliches Zielfeld",
  "board_capture": "kann geschlagen werden",
  "board_can_move": "kann ziehen nach {squares}",
  "board_squares": "{count} Feldern",
  "board_last_move": "kam von {from}",
  "board_planned": "geplant",
  "board_picked": "{piece} auf {square} aufgenommen. Mögliche Felder: {squares}",
  "board_picked_stuck": "{piece} auf {square} aufgenommen. Kein Zug möglich.",
  "board_let_go": "Zurückgestellt",
  "board_plan": "Geplante Züge: {count}",
  "board_promote": "Umwandeln in",
  "board_white_below": "Weiß ist unten",
  "board_black_below": "Schwarz ist unten",

  "home_title": "Schach spielen",

  "game_title": "Partie",
  "notation_letters": "KDTLS",
  "spoken_K": "König",
  "spoken_Q": "Dame",
  "spoken_R": "Turm",
  "spoken_B": "Läufer",
  "spoken_N": "Springer",
  "spoken_takes": "schlägt",
  "spoken_short": "kurze Rochade",
  "spoken_long": "lange Rochade",
  "spoken_becomes": "verwandelt in {piece}",
  "spoken_check": "Schach",
  "spoken_mate": "matt",

  "editor_title": "Stellung aufbauen",

  "analysis_title": "Analyse",

  "laws_title": "Die Schachregeln",

  "player_title": "Spieler",

  "settings_title": "Einstellungen",

  "sign_in_title": "Anmelden",

  "not_found_title": "Nicht gefunden",
  "not_found_text": "Hier ist nichts. Vielleicht ist der Link unvollständig, oder was hier war, ist fort.",
  "not_found_home": "Stattdessen eine Partie spielen"
};
