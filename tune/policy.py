"""Trains the network that predicts the moves of people.

    python3 tune/policy.py --data DIR --seconds 480 --output DIR

The data are the files `train-N` and `test-N` of `tune choices`, 32 bytes per position (see
tune/src/choices.rs); no game is in both. The learning rate follows the clock, so that
training ends on time whatever the speed. Runs on a GPU if there is one.

The network: 18 planes of 8x8 as the side to move sees them, a convolution, residual blocks
of two convolutions, and for each pair of squares the product of a vector of the origin and a
vector of the target. In each block the mean of every channel reaches all squares. The rating
of the player adds a number to each channel of the first convolution of every block; between
two knots these numbers are interpolated.

The engine computes with integers: an activation of 1 is 128, activations are from 0 to 4095,
and each layer has its own power of two for a weight of 1.
"""

import argparse
import json
import math
import os
import struct
import sys
import time

import torch
from torch.nn import functional

RECORD = 32
PLANES = 18
FIRST_KNOT, KNOT_STEP, KNOTS = 600, 100, 23  # ratings from 600 to 2800
ONE = 128  # an activation of 1 in the engine
MAX_ACTIVATION = 4095  # the largest activation in the engine
PRODUCT_SHIFT = 7  # from a product of two vectors to 1/1024 of a logit: 128 * 128 * 8 / 1024
MAGIC = b"ARBPOL1\0"
BAND = 200  # ratings are counted in bands of this width


class Block(torch.nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.first = torch.nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = torch.nn.BatchNorm2d(channels)
        self.second = torch.nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = torch.nn.BatchNorm2d(channels)
        self.mean = torch.nn.Linear(channels, channels, bias=False)
        torch.nn.init.zeros_(self.second_norm.weight)
        torch.nn.init.zeros_(self.mean.weight)

    def forward(self, x, rating):
        y = self.first_norm(self.first(x)) + rating[:, :, None, None]
        y = clip(y)
        mean = self.mean(y.mean((2, 3)))
        y = self.second_norm(self.second(y)) + mean[:, :, None, None]
        return clip(x + y)


class Net(torch.nn.Module):
    def __init__(self, channels, blocks):
        super().__init__()
        self.channels = channels
        self.input = torch.nn.Conv2d(PLANES, channels, 3, padding=1, bias=False)
        self.input_norm = torch.nn.BatchNorm2d(channels)
        self.blocks = torch.nn.ModuleList(Block(channels) for _ in range(blocks))
        self.rating = torch.nn.Parameter(torch.zeros(KNOTS, blocks + 1, channels))
        self.origin = torch.nn.Conv2d(channels, channels, 1)
        self.target = torch.nn.Conv2d(channels, channels, 1)
        # Knight, bishop and rook, compared to a queen.
        self.promotion = torch.nn.Conv2d(channels, 3, 1)

    def forward(self, planes, rating):
        """Returns logits: 64x64 for origins and targets, then 3x64 for promotions."""
        bias = self.rating_bias(rating)
        x = clip(self.input_norm(self.input(planes)) + bias[:, 0, :, None, None])
        for number, block in enumerate(self.blocks):
            x = block(x, bias[:, number + 1])
        with torch.autocast(x.device.type, enabled=False):
            x = x.float()
            origin = self.origin(x).flatten(2)
            target = self.target(x).flatten(2)
            moves = torch.einsum("bcf,bct->bft", origin, target) / 8
            return moves, self.promotion(x).flatten(2)

    def rating_bias(self, rating):
        place = ((rating - FIRST_KNOT) / KNOT_STEP).clamp(0, KNOTS - 1.001)
        knot = place.floor().long()
        part = (place - knot)[:, None, None].to(self.rating.dtype)
        return self.rating[knot] * (1 - part) + self.rating[knot + 1] * part


def clip(x):
    return x.clamp(0, MAX_ACTIVATION / ONE)


class Decoder:
    """Turns rows into planes, on the device."""

    def __init__(self, device):
        self.device = device
        self.square = torch.arange(64, device=device)
        self.byte = self.square // 8
        self.bit = (self.square % 8).to(torch.uint8)

    def __call__(self, rows, dtype, forget=0.0, mirror=False):
        """Returns planes, ratings, and the moves played as a number. If told to, leaves
        the last move out of a part of the positions, and mirrors some."""
        there = (rows[:, self.byte] >> self.bit) & 1
        rank = (there.cumsum(1, dtype=torch.int64) - 1).clamp(0, 31)
        nibble = rows[:, 8:24].gather(1, rank // 2)
        piece = ((nibble >> ((rank % 2) * 4).to(torch.uint8)) & 15).long()
        # Planes beyond the last one, and the 65th square, are cut off.
        planes = torch.zeros(len(rows), PLANES + 1, 65, device=self.device, dtype=dtype)
        piece = torch.where(there.bool(), piece, PLANES)
        planes[:, :, :64].scatter_(1, piece[:, None, :], 1.0)
        # The rooks that can castle: own ones on h1 and a1, enemy ones on h8 and a8.
        for bit, square in enumerate((7, 0, 63, 56)):
            planes[:, 12 + bit // 2, square] = ((rows[:, 24] >> bit) & 1).to(dtype)
        extra = rows[:, 25:28].long()
        if forget:
            drop = torch.rand(len(rows), 1, device=self.device) < forget
            extra = torch.cat((extra[:, :1], torch.where(drop, 64, extra[:, 1:])), 1)
        planes[:, 14:17].scatter_(2, extra[:, :, None], 1.0)
        planes[:, 17, :] = 1.0
        planes = planes[:, :PLANES, :64].reshape(-1, PLANES, 8, 8)
        played = rows[:, 28].long() * 64 + rows[:, 29].long()
        if mirror:
            # Without castling rights, a mirrored position is as good as the position itself.
            half = torch.rand(len(rows), device=self.device) < 0.5
            half &= rows[:, 24] == 0
            planes = torch.where(half[:, None, None, None], planes.flip(3), planes)
            played = torch.where(half, played ^ (7 * 64 + 7), played)
        return planes, rows[:, 31].float() * 16 + 8, played, rows[:, 30].long()


def loss_of(net, batch):
    planes, rating, played, promotion = batch
    moves, promotions = net(planes, rating)
    moves = moves.float().flatten(1)
    loss = functional.cross_entropy(moves, played)
    # The kind of promotion is learned where a pawn promotes: with a queen or another piece.
    target = (played % 64)[:, None, None].expand(-1, 3, 1)
    choice = promotions.float().gather(2, target)[:, :, 0]
    choice = torch.cat((torch.zeros_like(choice[:, :1]), choice), 1)
    pawn = planes[:, 0].flatten(1).gather(1, (played // 64)[:, None])[:, 0] > 0
    promotes = (pawn & (played % 64 >= 56)).float()
    kinds = functional.cross_entropy(choice, promotion, reduction="none")
    return loss + (kinds * promotes).sum() / len(played), moves


def read(directory, kind, device, limit):
    parts = []
    count = 0
    for name in sorted(os.listdir(directory)):
        if name.startswith(kind + "-") and count < limit:
            path = os.path.join(directory, name)
            size = min(os.path.getsize(path), (limit - count) * RECORD)
            if size:
                rows = torch.from_file(path, shared=False, size=size, dtype=torch.uint8)
                parts.append(rows.view(-1, RECORD).to(device))
                count += len(parts[-1])
    return torch.cat(parts)


class Sampler:
    """Draws rows so that no band of ratings is too rare."""

    def __init__(self, rows, power, generator):
        band = (rows[:, 31].to(torch.int16) * 16 // BAND).to(torch.uint8)
        self.order = torch.argsort(band).to(torch.int32)
        self.count = torch.bincount(band.int(), minlength=16).to(rows.device)
        self.start = self.count.cumsum(0) - self.count
        self.weight = self.count.double().pow(power)
        self.generator = generator

    def __call__(self, batch):
        band = torch.multinomial(self.weight, batch, True, generator=self.generator)
        place = torch.rand(batch, device=band.device, dtype=torch.double, generator=self.generator)
        place = (place * self.count[band]).long().clamp(max=self.count[band] - 1)
        return self.order[self.start[band] + place].long()


@torch.no_grad()
def accuracy(logits_of, rows, decode, dtype):
    """Returns for each band of ratings: positions, predicted moves, and the mean loss."""
    sums = torch.zeros(16, 3, dtype=torch.double, device=rows.device)
    for part in rows.split(8192):
        batch = decode(part, dtype)
        moves = logits_of(batch)
        hit = (moves.argmax(1) == batch[2]).double()
        loss = functional.cross_entropy(moves, batch[2], reduction="none").double()
        band = part[:, 31].long() * 16 // BAND
        sums.index_add_(0, band, torch.stack((torch.ones_like(hit), hit, loss), 1))
    report = {}
    for band, (count, hits, loss) in enumerate(sums.tolist()):
        if count:
            report[str(band * BAND)] = [int(count), round(hits / count, 4), round(loss / count, 4)]
    count, hits, loss = sums.sum(0).tolist()
    report["all"] = [int(count), round(hits / count, 4), round(loss / count, 4)]
    return report


class Rounded:
    """The network as the engine computes it: integers, here in doubles that represent them
    exactly."""

    def __init__(self, net):
        self.layers = [fold(net.input, net.input_norm)]
        for block in net.blocks:
            self.layers.append(fold(block.first, block.first_norm))
            weight, bias = fold(block.second, block.second_norm)
            self.layers.append((weight, bias, block.mean.weight.detach().double().cpu()))
        for layer in (net.origin, net.target, net.promotion):
            weight = layer.weight.detach().double().cpu()
            self.layers.append((weight, layer.bias.detach().double().cpu()))
        self.rating = (net.rating.detach().double().cpu() * ONE).round().clamp(-32768, 32767)
        self.layers = [self.quantize(*layer) for layer in self.layers]
        self.blocks = len(net.blocks)
        self.channels = net.channels

    def quantize(self, weight, bias, mean=None):
        """Chooses the largest power of two for which no sum can overflow."""
        sums = weight.abs().flatten(1).sum(1) * MAX_ACTIVATION
        if mean is not None:
            sums += mean.abs().sum(1) * MAX_ACTIVATION
        sums += bias.abs() * ONE + 256 * ONE
        largest = max(weight.abs().max().item(), mean.abs().max().item() if mean is not None else 0)
        shift = 14
        while shift and (sums.max().item() * 2**shift > 2.0e9 or largest * 2**shift > 32767):
            shift -= 1
        whole = lambda tensor, scale: (tensor * scale).round()
        means = whole(mean, 2**shift) if mean is not None else None
        return whole(weight, 2**shift), whole(bias, ONE * 2**shift), shift, means

    def __call__(self, planes, rating):
        """Returns the logits of moves and promotions, in 1024ths."""
        place = (rating.double() - FIRST_KNOT).clamp(0, KNOT_STEP * (KNOTS - 1)).long()
        knot = (place // KNOT_STEP).clamp(max=KNOTS - 2)
        part = (place - knot * KNOT_STEP).double()[:, None, None]
        # Like the engine, rounds down.
        bias = self.rating[knot] * (KNOT_STEP - part) + self.rating[knot + 1] * part
        bias = (bias / KNOT_STEP).floor()
        x = self.layer(0, planes.double() * ONE, bias[:, 0]).clamp(0, MAX_ACTIVATION)
        for block in range(self.blocks):
            y = self.layer(1 + 2 * block, x, bias[:, block + 1]).clamp(0, MAX_ACTIVATION)
            x = (x + self.layer(2 + 2 * block, y)).clamp(0, MAX_ACTIVATION)
        head = 1 + 2 * self.blocks
        origin = self.layer(head, x).clamp(-MAX_ACTIVATION, MAX_ACTIVATION).flatten(2)
        target = self.layer(head + 1, x).clamp(-MAX_ACTIVATION, MAX_ACTIVATION).flatten(2)
        moves = (torch.einsum("bcf,bct->bft", origin, target) / 2**PRODUCT_SHIFT).floor()
        return moves.flatten(1), self.layer(head + 2, x).flatten(2) * (1024 // ONE)

    def layer(self, number, x, add=None):
        weight, bias, shift, means = self.layers[number]
        sums = functional.conv2d(x, weight, bias, padding=weight.shape[2] // 2)
        if means is not None:
            mean = ((x.sum((2, 3)) + 32) / 64).floor()
            sums += (mean @ means.t())[:, :, None, None]
        y = ((sums + 2**shift // 2) / 2**shift).floor()
        return y if add is None else y + add[:, :, None, None]

    def save(self, path):
        """Writes a header, then little-endian integers: for each layer its shift, the weights
        by output channel, square of the kernel (3x3 from a1) and input channel, the biases,
        and the weights of the means if it has them; then the numbers of the ratings."""
        with open(path, "wb") as file:
            header = (self.channels, self.blocks, PLANES, FIRST_KNOT, KNOT_STEP, KNOTS)
            file.write(MAGIC + struct.pack("<6I", *header))
            for weight, bias, shift, means in self.layers:
                file.write(struct.pack("<I", shift))
                file.write(raw(weight.permute(0, 2, 3, 1), torch.int16))
                file.write(raw(bias, torch.int32))
                if means is not None:
                    file.write(raw(means, torch.int16))
            file.write(raw(self.rating, torch.int16))


def fold(convolution, norm):
    """Returns the weights and biases of a convolution with its normalization."""
    scale = (norm.weight / (norm.running_var + norm.eps).sqrt()).detach().double().cpu()
    weight = convolution.weight.detach().double().cpu() * scale[:, None, None, None]
    return weight, norm.bias.detach().double().cpu() - norm.running_mean.double().cpu() * scale


def raw(tensor, kind):
    return bytes(tensor.contiguous().to(kind).flatten().view(torch.uint8).tolist())


def main():
    parser = argparse.ArgumentParser(description="Trains the network that predicts moves")
    parser.add_argument("--data", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--steps", type=int, default=0, help="stop after so many steps instead")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--power", type=float, default=0.6, help="1 draws every row equally")
    parser.add_argument("--limit", type=int, default=400_000_000)
    parser.add_argument("--test", type=int, default=1_000_000, help="positions in the test")
    parser.add_argument("--start", help="continue with this file of weights")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    started = time.monotonic()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    fast = device.type == "cuda"
    dtype = torch.bfloat16 if fast else torch.float32
    torch.manual_seed(options.seed)
    torch.backends.cudnn.benchmark = True
    os.makedirs(options.output, exist_ok=True)
    rows = read(options.data, "train", device, options.limit)
    test = read(options.data, "test", device, options.limit)
    test = test[torch.randperm(len(test), device=device)[: options.test]]
    sample = Sampler(rows, options.power, torch.Generator(device=device).manual_seed(options.seed))
    bands = {str(band * BAND): n for band, n in enumerate(sample.count.tolist()) if n}
    print(f"{len(rows)} positions on {device}, {time.monotonic() - started:.0f} s", flush=True)
    print(json.dumps(bands), flush=True)

    net = Net(options.channels, options.blocks).to(device)
    if options.start:
        net.load_state_dict(torch.load(options.start, weights_only=True))
    net = net.to(memory_format=torch.channels_last)
    print(sum(it.numel() for it in net.parameters()), "parameters", flush=True)
    decode = Decoder(device)
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=options.decay, fused=fast)
    history = []
    step = summed = 0
    shown = time.monotonic()
    total = torch.zeros((), device=device)
    while True:
        passed = time.monotonic() - started
        progress = step / options.steps if options.steps else passed / options.seconds
        if progress >= 1:
            break
        # A short warm-up, then half a cosine.
        rate = min(1, (step + 1) / 300) * (0.5 + 0.5 * math.cos(math.pi * progress))
        for group in optimizer.param_groups:
            group["lr"] = options.rate * max(rate, 1e-3)
        batch = decode(rows[sample(options.batch)], dtype, forget=0.05, mirror=True)
        batch = (batch[0].contiguous(memory_format=torch.channels_last), *batch[1:])
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=fast):
            loss, _ = loss_of(net, batch)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        total += loss.detach()
        step += 1
        summed += 1
        if step % 20 == 0 and time.monotonic() - shown > 10:
            seconds = time.monotonic() - shown
            line = {
                "second": round(time.monotonic() - started),
                "step": step,
                "loss": round((total / summed).item(), 4),
                "rate": options.rate * rate,
                "per_second": round(summed * options.batch / seconds),
            }
            print(json.dumps(line), flush=True)
            history.append(line)
            total.zero_()
            summed, shown = 0, time.monotonic()

    net.eval()
    torch.save(net.state_dict(), os.path.join(options.output, "policy.pt"))
    rounded = Rounded(net)
    rounded.save(os.path.join(options.output, "policy.net"))
    plain = lambda batch: net(batch[0].float(), batch[1])[0].float().flatten(1)
    report = {"steps": step, "batch": options.batch, "positions": len(rows), "bands": bands}
    report["options"] = vars(options)
    report["shifts"] = [layer[2] for layer in rounded.layers]
    report["test"] = accuracy(plain, test, decode, torch.float32)
    # Rounding must not change the predictions much.
    few = test[:2048].cpu()
    decode = Decoder(torch.device("cpu"))
    net.cpu()
    batch = decode(few, torch.float32)
    with torch.no_grad():
        exact = plain(batch).softmax(1)
        integers = (rounded(batch[0], batch[1])[0] / 1024).float().softmax(1)
    same = (exact.argmax(1) == integers.argmax(1)).float().mean().item()
    difference = (exact - integers).abs().sum(1).mean().item() / 2
    report["rounding"] = {"same_move": same, "probability_moved": difference}
    report["history"] = history
    with open(os.path.join(options.output, "report.json"), "w") as file:
        json.dump(report, file, indent=1)
    print(json.dumps({key: report[key] for key in ("steps", "shifts", "test", "rounding")}))
    with open(os.path.join(options.output, "examples.json"), "w") as file:
        json.dump(examples(rounded, few[:16], decode), file)


def examples(rounded, rows, decode):
    """Returns rows with the logits of some moves, for the test of the engine."""
    planes, rating, played, _ = decode(rows, torch.float32)
    moves, _ = rounded(planes, rating)
    found = []
    for row, logits, number in zip(rows.tolist(), moves, played.tolist()):
        likely = logits.topk(5).indices.tolist()
        some = {str(index): int(logits[index]) for index in {*likely, number}}
        found.append({"row": row, "logits": some})
    return found


if __name__ == "__main__":
    sys.exit(main())
