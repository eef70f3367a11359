export function drawLittleBoards() {}
