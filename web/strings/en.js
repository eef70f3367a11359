export default {
  "skip": "Skip to the board",
  "nav_label": "Pages",
  "nav_analysis": "Analysis",
  "nav_editor": "Editor",
  "nav_laws": "Laws",
  "nav_sign_in": "Sign in",
  "nav_settings": "Settings",

  "foot_api": "For programs: the interface",

  "home_title": "Play chess",

  "game_title": "Game",
  "notation_letters": "KQRBN",
  "spoken_K": "king",
  "spoken_Q": "queen",
  "spoken_R": "rook",
  "spoken_B": "bishop",
  "spoken_N": "knight",
  "spoken_takes": "takes",
  "spoken_short": "castles kingside",
  "spoken_long": "castles queenside",
  "spoken_becomes": "becomes a {piece}",
  "spoken_check": "check",
  "spoken_mate": "checkmate",

  "editor_title": "Board editor",

  "analysis_title": "Analysis",

  "laws_title": "The laws of chess",

  "player_title": "Player",

  "settings_title": "Settings",

  "sign_in_title": "Sign in",

  "not_found_title": "Not found",
  "not_found_text": "There is nothing here. The link may be incomplete, or what was here is gone.",
  "not_found_home": "Play a game instead"
};
