import { describe, expect, it } from 'vitest';
import { readMessage } from './bridge.ts';

const source = {} as MessageEventSource;
const event = { data: { trunkline: 'ready' }, origin: 'https://desk.example', source };

describe('messages between page and frame', () => {
  it('are read when window and origin are the expected ones', () => {
    expect(readMessage(event, { source, origin: 'https://desk.example' })).toEqual({ trunkline: 'ready' });
    expect(readMessage(event, { source, origin: null })).toEqual({ trunkline: 'ready' });
  });

  it.each([
    ['another window', event, { source: {} as MessageEventSource, origin: null }],
    ['no window', { ...event, source: null }, { source: null, origin: null }],
    ['another origin', event, { source, origin: 'https://evil.example' }],
    ['a look-alike origin', event, { source, origin: 'https://desk.example.evil' }],
    ['someone else’s message', { ...event, data: 'webpackOk' }, { source, origin: null }],
    ['nothing', { ...event, data: null }, { source, origin: null }],
  ])('are ignored from %s', (_, arrived, expected) => {
    expect(readMessage(arrived, expected)).toBeNull();
  });
});
