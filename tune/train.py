"""Trains the networks of the engine with packed positions.

    python3 tune/train.py --data DIR --seconds 600 --sizes 768,224 --output DIR

The data are the files of `tune positions`, 32 bytes per position (see tune/src/packed.rs).
They may still grow: they are read again from time to time until they stop growing. All
sizes learn from the same batches. The learning rate follows the clock, so that training
ends on time whatever the speed. Runs on a GPU if there is one.

The network: 768 inputs for each side's point of view (own and enemy pieces on 64 squares,
mirrored so that the own king is on files a to d), one hidden layer of clipped squared
ReLUs per point of view, and one output for each of eight numbers of pieces.
"""

import argparse
import json
import math
import os
import struct
import sys
import time

import torch

RECORD = 32
BUCKETS = 8
SCALE = 400.0  # centipawns per unit of the output
QA = 255  # a hidden value of 1 in the engine
LIMIT = 1.98  # the largest weight of the hidden layer, so that no 16-bit sum overflows
OUTPUT_LIMIT = 0.99  # the largest weight of the output
MAGIC = b"ARBNET1\0"


class Net(torch.nn.Module):
    def __init__(self, size, generator):
        super().__init__()
        self.size = size
        # About 30 of the 768 inputs are 1.
        bound = 1 / math.sqrt(768)
        self.input = torch.nn.Parameter(uniform((768, size), bound, generator))
        self.bias = torch.nn.Parameter(torch.zeros(size))
        bound = 1 / math.sqrt(2 * size)
        self.output = torch.nn.Parameter(uniform((BUCKETS, 2 * size), bound, generator))
        self.output_bias = torch.nn.Parameter(torch.zeros(BUCKETS))

    def forward(self, own, enemy, bucket):
        hidden = torch.cat((own @ self.input + self.bias, enemy @ self.input + self.bias), 1)
        hidden = hidden.clamp(0, 1).square()
        every = hidden @ self.output.t() + self.output_bias
        return every.gather(1, bucket[:, None])[:, 0]

    @torch.no_grad()
    def clip(self):
        self.input.clamp_(-LIMIT, LIMIT)
        self.output.clamp_(-OUTPUT_LIMIT, OUTPUT_LIMIT)

    def output_one(self):
        """Returns what stands for an output weight of 1 in the engine: as much as
        possible, while 255 times every weight is a 16-bit number."""
        one = 64
        while one < 1024 and self.output.abs().max().item() * 2 * one < 127.4:
            one *= 2
        return one

    def quantized(self):
        """Returns the weights as the engine stores them."""
        one = self.output_one()
        to = lambda tensor, scale: (tensor.detach().cpu().double() * scale).round()
        return (
            to(self.input, QA).to(torch.int16),
            to(self.bias, QA).clamp(-16000, 16000).to(torch.int16),
            to(self.output, one).clamp(-127, 127).to(torch.int16),
            to(self.output_bias, QA * one).to(torch.int32),
            one,
        )

    @torch.no_grad()
    def balance(self, batches):
        """Changes the output biases so that rounding does not change the mean."""
        rounded = Net(self.size, torch.Generator()).to(self.bias.device)
        one = self.output_one()
        rounded.input.copy_((self.input * QA).round() / QA)
        rounded.bias.copy_((self.bias * QA).round() / QA)
        rounded.output.copy_((self.output * one).round() / one)
        rounded.output_bias.copy_(self.output_bias)
        sums = torch.zeros(2, BUCKETS, device=self.bias.device)
        for own, enemy, bucket, *_ in batches:
            error = self(own, enemy, bucket) - rounded(own, enemy, bucket)
            sums[0].index_add_(0, bucket, error)
            sums[1].index_add_(0, bucket, torch.ones_like(error))
        self.output_bias += sums[0] / sums[1].clamp(min=1)

    @torch.no_grad()
    def load(self, path):
        """Reads a quantized network, to continue with it."""
        with open(path, "rb") as file:
            magic, (size, buckets, one) = file.read(8), struct.unpack("<III", file.read(12))
            if magic != MAGIC or (size, buckets) != (self.size, BUCKETS):
                raise ValueError(f"{path} is not a network of size {self.size}")
            parts = (
                (self.input, torch.int16, QA),
                (self.bias, torch.int16, QA),
                (self.output, torch.int16, one),
                (self.output_bias, torch.int32, QA * one),
            )
            for parameter, integer, scale in parts:
                stored = bytearray(file.read(parameter.numel() * integer.itemsize))
                values = torch.frombuffer(stored, dtype=integer).view(parameter.shape)
                parameter.copy_(values.double() / scale)

    def save(self, path):
        """Writes the quantized network: a header, then little-endian integers."""
        weights, bias, output, output_bias, one = self.quantized()
        with open(path, "wb") as file:
            file.write(MAGIC + struct.pack("<III", self.size, BUCKETS, one))
            for tensor in (weights, bias, output, output_bias):
                file.write(bytes(tensor.flatten().view(torch.uint8).tolist()))


def uniform(shape, bound, generator):
    return (torch.rand(shape, generator=generator) * 2 - 1) * bound


class Decoder:
    """Turns packed positions into inputs, on the device."""

    def __init__(self, device):
        self.device = device
        self.square = torch.arange(64, device=device)
        self.byte = self.square // 8
        self.bit = (self.square % 8).to(torch.uint8)

    def __call__(self, rows):
        """Returns both views as 0 and 1, the bucket, score, result, and origin."""
        rows = rows.contiguous()
        there = (rows[:, self.byte] >> self.bit) & 1
        rank = there.cumsum(1, dtype=torch.int64) - 1
        rank = rank.clamp(0, 31)
        nibble = rows[:, 8:24].gather(1, rank // 2)
        piece = ((nibble >> ((rank % 2) * 4).to(torch.uint8)) & 15).long()
        there = there.bool()
        # Empty squares count as a thirteenth piece, which is cut off.
        piece = torch.where(there, piece, 12)
        count = there.sum(1)
        own_king = torch.where(piece == 5, self.square, 0).sum(1, keepdim=True)
        enemy_king = torch.where(piece == 11, self.square, 0).sum(1, keepdim=True)
        swapped = torch.where(there, (piece + 6) % 12, 12)
        own = self.inputs(piece, self.square ^ (7 * (own_king % 8 > 3).long()))
        enemy = self.inputs(swapped, self.square ^ 56 ^ (7 * (enemy_king % 8 > 3).long()))
        bucket = ((count - 2) // 4).clamp(0, BUCKETS - 1)
        score = rows[:, 24:26].contiguous().view(torch.int16)[:, 0].float()
        return own, enemy, bucket, score, rows[:, 26].float() / 2, rows[:, 27]

    def inputs(self, piece, square):
        dense = torch.zeros(len(piece), 13 * 64, device=self.device)
        dense.scatter_(1, piece * 64 + square, 1.0)
        return dense[:, :768]


class Data:
    """The positions on the device, in the order of the files."""

    def __init__(self, directory, device, capacity):
        self.directory = directory
        self.rows = torch.empty((capacity, RECORD), dtype=torch.uint8, device=device)
        self.count = 0
        self.offsets = {}

    def read(self):
        """Reads what was added to the files. Returns the number of new positions."""
        before = self.count
        for name in sorted(os.listdir(self.directory)):
            path = os.path.join(self.directory, name)
            offset = self.offsets.get(name, 0)
            new = min((os.path.getsize(path) - offset) // RECORD, len(self.rows) - self.count)
            while new > 0:
                part = min(new, 1 << 22)
                with open(path, "rb") as file:
                    file.seek(offset)
                    rows = torch.frombuffer(bytearray(file.read(part * RECORD)), dtype=torch.uint8)
                self.rows[self.count : self.count + part].copy_(rows.view(-1, RECORD))
                self.count += part
                offset += part * RECORD
                new -= part
            self.offsets[name] = offset
        return self.count - before


def loss_of(net, batch, options):
    own, enemy, bucket, score, result, origin = batch
    target = torch.sigmoid(score / SCALE)
    # The result of a game says little about a position beside it.
    weight = options.result * (origin == 0).float()
    target = target + weight * (result - target)
    return (torch.sigmoid(net(own, enemy, bucket)) - target).abs().pow(2.5).mean()


def main():
    parser = argparse.ArgumentParser(description="Trains the networks of the engine")
    parser.add_argument("--data", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--sizes", default="768,224")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--steps", type=int, default=0, help="stop after so many steps instead")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--result", type=float, default=0.1, help="weight of the game's result")
    parser.add_argument("--capacity", type=int, default=600_000_000)
    parser.add_argument("--start", help="continue with the quantized networks in this directory")
    parser.add_argument("--wait", type=int, default=0, help="begin with so many positions")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_float32_matmul_precision("high")
    generator = torch.Generator().manual_seed(options.seed)
    os.makedirs(options.output, exist_ok=True)
    nets = [Net(int(size), generator).to(device) for size in options.sizes.split(",")]
    for net in nets if options.start else []:
        net.load(os.path.join(options.start, f"{net.size}.net"))
    optimizers = [
        torch.optim.AdamW(net.parameters(), weight_decay=0.01, fused=device.type == "cuda")
        for net in nets
    ]
    decode = Decoder(device)
    capacity = options.capacity if device.type == "cuda" else min(options.capacity, 4_000_000)
    data = Data(options.data, device, capacity)
    started = time.monotonic()
    data.read()
    while data.count < max(options.wait, options.batch * 2):
        time.sleep(2)
        data.read()
    print(f"{data.count} positions on {device}, after {time.monotonic() - started:.0f} s", flush=True)

    # Every 64th position is kept for the test, from the start on, whatever comes later.
    test = torch.arange(0, data.count, 64, device=device)[: 1 << 17]
    last_read = time.monotonic()
    shown, step = time.monotonic(), 0
    sums = torch.zeros(len(nets), device=device)
    summed = 0
    pick = torch.Generator(device=device).manual_seed(options.seed)
    history = []
    while True:
        now = time.monotonic()
        if options.steps:
            progress = step / options.steps
        else:
            progress = (now - started) / options.seconds
        if progress >= 1:
            break
        if now - last_read > 20:
            data.read()
            last_read = time.monotonic()
        # A short warm-up, then half a cosine.
        rate = options.rate * min(1, step / 500 + 0.01) * (0.5 + 0.5 * math.cos(math.pi * progress))
        rate = max(rate, options.rate * 1e-3)
        rows = torch.randint(0, data.count, (options.batch,), device=device, generator=pick)
        rows = torch.where(rows % 64 == 0, (rows + 1).clamp(max=data.count - 1), rows)
        batch = decode(data.rows[rows])
        for number, (net, optimizer) in enumerate(zip(nets, optimizers)):
            for group in optimizer.param_groups:
                group["lr"] = rate
            loss = loss_of(net, batch, options)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            net.clip()
            sums[number] += loss.detach()
        step += 1
        summed += 1
        if step % 50 == 0 and time.monotonic() - shown > 10:
            losses = (sums / summed).tolist()
            seconds = time.monotonic() - shown
            speed = summed * options.batch / seconds
            line = {
                "second": round(time.monotonic() - started),
                "step": step,
                "positions": data.count,
                "loss": [round(loss, 6) for loss in losses],
                "rate": rate,
                "per_second": round(speed),
            }
            print(json.dumps(line), flush=True)
            history.append(line)
            sums.zero_()
            summed = 0
            shown = time.monotonic()
    report = {"steps": step, "positions": data.count, "history": history, "options": vars(options)}
    for net in nets:
        torch.save(net.state_dict(), os.path.join(options.output, f"{net.size}.pt"))
        losses, errors = [], []
        with torch.no_grad():
            for rows in test.split(8192):
                batch = decode(data.rows[rows])
                losses.append(loss_of(net, batch, options).item())
                errors.append((net(*batch[:3]) * SCALE - batch[3]).abs().clamp(max=2000).mean().item())
            plain = (net(*decode(data.rows[test[:4096]])[:3]) * SCALE).cpu()
            net.balance(decode(data.rows[rows]) for rows in test.split(8192))
            balanced = net.quantized()
            net.save(os.path.join(options.output, f"{net.size}.net"))
            # Rounding the weights must not change the values much.
            batch = decode(data.rows[test[:4096]])
            rounded = quantized_values(balanced, *(it.cpu() for it in batch[:3]))
        report[f"test {net.size}"] = {
            "loss": sum(losses) / len(losses),
            "mean_error": sum(errors) / len(errors),
            "rounding": (plain - rounded).abs().mean().item(),
            "output_one": balanced[4],
        }
        print(net.size, report[f"test {net.size}"], flush=True)
    with open(os.path.join(options.output, "report.json"), "w") as file:
        json.dump(report, file, indent=1)


def quantized_values(weights, own, enemy, bucket):
    """Computes what the engine computes, in centipawns."""
    # All these numbers are integers, and doubles represent them exactly.
    inputs, bias, output, output_bias = (it.double() for it in weights[:4])
    size = len(bias)
    values = torch.zeros(len(bucket), dtype=torch.double)
    for view, offset in ((own, 0), (enemy, size)):
        hidden = (view.double() @ inputs + bias).clamp(0, QA)
        values += (hidden * hidden * output[bucket, offset : offset + size]).sum(1)
    # Like the engine, rounds towards zero.
    values = (values / QA).trunc() + output_bias[bucket]
    return (values * SCALE / (QA * weights[4])).trunc()


if __name__ == "__main__":
    sys.exit(main())
