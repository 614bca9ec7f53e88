import { describe, expect, it } from 'vitest';
import { cpuMsOf } from '../../../../test/cpu-time.ts';
import { requestOf } from '../../../../test/telephony/sip-client.ts';
import { isOwnMessage } from './sip-frame.ts';

const own = requestOf('REGISTER', '1001');
const changed = (from: string | RegExp, to: string) => own.replace(from, to);

describe('what a phone in a browser says', () => {
  it.each([
    ['a request of its own', own],
    ['an answer', 'SIP/2.0 200 OK\r\nFrom: <sip:2001@x>;tag=a\r\nContent-Length: 0\r\n\r\n'],
    ['what keeps the line open', '\r\n\r\n'],
    [
      'a body as long as it says, in bytes',
      changed('Content-Length: 0\r\n\r\n', 'Content-Length: 3\r\n\r\né1'),
    ],
    [
      'a transfer to a colleague who was asked',
      changed('From:', 'Refer-To: <sip:1002@x?Replaces=a%40b%3Bto-tag%3Dc>\r\nFrom:'),
    ],
    ['the short names of headers', changed('From:', 'f:').replace('Content-Length', 'l')],
  ])('is handed on: %s', (_, frame) => expect(isOwnMessage(frame, '1001')).toBe(true));

  it.each([
    ['a request in the name of a colleague', requestOf('INVITE', '1002')],
    ['a request in the name of nobody', requestOf('INVITE', 'anonymous')],
    ['a method that no phone needs', requestOf('PUBLISH', '1001')],
    ['a second message behind the first', own + requestOf('INVITE', '1002')],
    [
      'a second message in the body of the first',
      changed('Content-Length: 0', 'Content-Length: 10') + requestOf('INVITE', '1002'),
    ],
    ['no length', changed('Content-Length: 0\r\n', '')],
    ['two lengths', changed('Content-Length: 0', 'Content-Length: 0\r\nl: 0')],
    ['two senders', changed('From:', 'From: <sip:1001@x>\r\nf:')],
    ['a name in front of the sender', changed('<sip:1001@', '"<sip:1001@x>" <sip:1002@')],
    ['a second address behind the sender', changed(/;tag=[^\r]*/, ';tag=a, <sip:1002@x>')],
    ['a line that goes on in the next', changed('From: ', 'From:\r\n ')],
    ['lines that end otherwise', changed('\r\nFrom', '\nFrom')],
    ['no end', own.slice(0, -2)],
    [
      'a number that is more than one',
      requestOf('INVITE', '1001').replace(/^(INVITE sip:)/, '$1*81&PJSIP/0900%40trunk@'),
    ],
    ['a transfer to more than one', changed('From:', 'Refer-To: <sip:*81&PJSIP/0900%40trunk@x>\r\nFrom:')],
    ['nothing that is SIP', 'GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n'],
    ['nothing at all', ''],
  ])('is not: %s', (_, frame) => expect(isOwnMessage(frame, '1001')).toBe(false));

  it('costs no more than its length, however many spaces stand in a line', async () => {
    const frame = changed('From:', `Subject:${' '.repeat(60_000)}\r \r\nFrom:`);
    expect(await cpuMsOf(() => expect(isOwnMessage(frame, '1001')).toBe(false))).toBeLessThan(500);
  });

  it('is not where the number only begins alike', () => {
    expect(isOwnMessage(own, '100')).toBe(false);
    expect(isOwnMessage(own, '10011')).toBe(false);
  });
});
