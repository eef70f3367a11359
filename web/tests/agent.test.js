import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentName } from '../settings/agent.js';

test('a browser is named with its operating system', () => {
  const names = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox · Linux',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0': 'Edge · Windows',
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36': 'Chrome · Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1': 'Safari · iPhone',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15': 'Safari · macOS',
  };
  for (const [label, name] of Object.entries(names)) assert.equal(agentName(label), name);
});

test('a program is named by its first word, and a missing user agent stays empty', () => {
  assert.equal(agentName('arbiter-bot/1.2 (x)'), 'arbiter-bot/1.2');
  assert.equal(agentName(''), '');
});
