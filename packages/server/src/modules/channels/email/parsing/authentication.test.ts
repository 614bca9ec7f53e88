import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { senderProofOf, readAuthResults, type TrailHeader } from './authentication.ts';

const at = (value: string): TrailHeader => ({ name: 'authentication-results', value });
const received: TrailHeader = { name: 'received', value: 'from somewhere by mx.desk.example' };
const readResult = (
  trail: readonly TrailHeader[],
  authservId = 'mx.desk.example',
  fromDomain = 'mail.example',
) => senderProofOf(trail, { authservId, fromDomain });

describe('what the mail server found', () => {
  it.each([
    ['dkim=pass header.d=mail.example; dmarc=pass header.from=mail.example', 'proven'],
    ['dkim=pass header.i=@mail.example; spf=fail; dmarc=pass', 'proven'],
    ['spf=pass smtp.mailfrom=rina@mail.example; dmarc=pass header.from=mail.example', 'proven'],
    ['spf=pass smtp.mailfrom="x@y"@bounces.mail.example; dmarc=pass', 'proven'],
    // DMARC without a pass of SPF or DKIM for the same domain proves nothing.
    ['dmarc=pass header.from=mail.example', 'unknown'],
    ['dkim=pass; spf=pass; dmarc=pass', 'unknown'],
    ['dkim=pass header.d=evil.example; dmarc=pass header.from=mail.example', 'unknown'],
    ['spf=pass smtp.mailfrom=a@notmail.example; dkim=fail; dmarc=pass', 'unknown'],
    ['dmarc=fail header.from=mail.example', 'unproven'],
    // A DMARC failure decides, whatever the others say.
    ['spf=pass; dkim=pass; dmarc=fail (p=reject dis=none)', 'unproven'],
    // If SPF and DKIM both failed, DMARC cannot have passed.
    ['spf=fail; dkim=fail; dmarc=pass', 'unproven'],
    ['dkim=pass header.d=mail.example; dmarc=pass header.from=news.mail.example', 'proven'],
    ['dmarc=pass header.from=evil.example', 'unproven'],
    ['spf=fail smtp.mailfrom=evil.example; dkim=fail header.d=mail.example', 'unproven'],
    ['spf=fail; dkim=fail; dmarc=none', 'unproven'],
    ['spf=fail; dkim=pass', 'unknown'],
    ['spf=fail; dkim=none', 'unknown'],
    ['spf=softfail; dkim=fail', 'unknown'],
    ['dkim=fail header.s=a; dkim=pass header.s=b; spf=fail', 'unknown'],
    ['spf=fail', 'unknown'],
    ['none', 'unknown'],
    ['dmarc=temperror', 'unknown'],
  ])('%s: %s', (results, proof) => {
    expect(readResult([at(`mx.desk.example; ${results}`)])).toBe(proof);
  });

  it('as servers write it', () => {
    const rspamd =
      'mx.desk.example; dkim=none; dmarc=fail reason="SPF not aligned (relaxed), No valid DKIM" header.from=mail.example (policy=quarantine); spf=fail (mx.desk.example: domain of "x;dmarc=pass"@evil.example does not designate 192.0.2.1) smtp.mailfrom="x;dmarc=pass"@evil.example';
    expect(readResult([at(rspamd)])).toBe('unproven');
    expect(readResult([at('MX.Desk.Example 1; DMARC/1 = Fail header.from = mail.example')])).toBe('unproven');
    expect(readResult([at('mx.desk.example (a "mark in a comment) ; dmarc=fail')])).toBe('unproven');
    // A header without a server name is not trusted.
    expect(readResult([at('spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=mail.example; dmarc=fail')])).toBe(
      'unknown',
    );
  });

  it('in several headers, one for each program that looked', () => {
    expect(
      readResult([
        received,
        at('mx.desk.example; dkim=fail'),
        at('other.example; dmarc=pass'),
        at('mx.desk.example; spf=fail'),
      ]),
    ).toBe('unproven');
  });
});

describe('what a sender writes himself', () => {
  it('counts under no other name than the mailbox’s, and not where nobody is trusted', () => {
    expect(readResult([at('mx.evil.example; dmarc=fail')])).toBe('unknown');
    expect(readResult([at('mx.desk.example; dmarc=fail')], '')).toBe('unknown');
  });

  it('counts not below what our own server wrote', () => {
    const forged = at('mx.desk.example; dmarc=pass header.from=mail.example');
    expect(readResult([at('mx.desk.example; spf=none'), received, forged])).toBe('unknown');
    expect(readResult([at('mx.desk.example; dmarc=fail'), received, forged])).toBe('unproven');
    // If our header is below our own `Received`, no other header revokes its failure.
    expect(readResult([received, at('mx.desk.example; dmarc=fail'), forged])).toBe('unproven');
  });

  it('counts in favour of nobody but in the topmost header', () => {
    const forged = at(
      'mx.desk.example; dkim=pass header.d=mail.example; dmarc=pass header.from=mail.example',
    );
    expect(readResult([forged])).toBe('proven');
    expect(readResult([received, at('mx.desk.example; spf=none; dkim=none'), forged])).toBe('unknown');
    expect(readResult([at('mx.desk.example; spf=fail; dkim=fail'), forged])).toBe('unproven');
    expect(readResult([at('mx.desk.example; dmarc=pass'), forged])).toBe('unknown');
  });

  it('never makes a failure of ours a pass, whatever stands below', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 60 })), (values) => {
        const below = values.map((value) => at(`mx.desk.example; ${value}`));
        expect(readResult([at('mx.desk.example; dmarc=fail'), ...below])).toBe('unproven');
      }),
    );
  });
});

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const space = fc.constantFrom(' ', '  ', '\t', ' (a (nested "one) ; dmarc=pass) ', ' (\\) still) ');
const property = fc.record({ name: fc.tuple(word, word).map((parts) => parts.join('.')), text: word });
const result = fc.record({
  method: word,
  result: fc.stringMatching(/^[a-z]{1,8}$/),
  properties: fc.array(property, { maxLength: 3 }),
});

describe('reading the header', () => {
  it('gives what was written, with whatever space and comments between', () => {
    fc.assert(
      fc.property(
        word,
        fc.array(result, { maxLength: 4 }),
        space,
        fc.boolean(),
        (name, results, gap, isQuoted) => {
          const quote = (text: string) => (isQuoted ? `"${text}"` : text);
          const text = results
            .map(({ method, result: found, properties }) =>
              [`${method}=${found}`, ...properties.map((one) => `${one.name}=${quote(one.text)}`)].join(gap),
            )
            .join(`${gap};${gap}`);
          expect(readAuthResults(`${name}${gap};${gap}${text || 'none'}`)).toEqual({
            authservId: name,
            results: results.map(({ properties, ...one }) => ({
              ...one,
              properties: new Map(properties.map((each) => [each.name, each.text])),
            })),
          });
        },
      ),
    );
  });

  it('takes nothing out of quotation marks or comments', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const quoted = text.replace(/["\\]/g, '');
        const commented = text.replace(/[()\\]/g, '');
        const read = readAuthResults(`mx; spf=fail smtp.mailfrom="${quoted}" (${commented})`);
        expect(read?.results.map(({ method, result: found }) => `${method}=${found}`)).toEqual(['spf=fail']);
      }),
    );
  });

  it('never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = readAuthResults(text);
        expect(read === null || read.authservId !== '').toBe(true);
      }),
    );
  });
});
