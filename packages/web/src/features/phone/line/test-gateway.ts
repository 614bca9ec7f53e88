import { Utils } from 'jssip';

/** `away`: refuses connections; `booting`: accepts them and drops what comes, as Asterisk does; `up`: answers. */
type GatewayState = 'away' | 'booting' | 'up';

const SDP = [
  ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'],
  ...['m=audio 9 RTP/AVP 0', 'a=sendrecv', ''],
].join('\r\n');

/** A fake SIP gateway for tests of the browser phone. */
export function createTestGateway() {
  const open = new Set<TestSocket>();
  const passwords = new Map<string, string>();
  const registered: string[] = [];
  /** Ids of the calls in progress. */
  const calls = new Set<string>();
  /** First lines of the messages that phones have sent. */
  const heard: string[] = [];
  let state: GatewayState = 'up';
  let refusal: string | undefined;

  class TestSocket extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    readyState: number = TestSocket.CONNECTING;

    constructor() {
      super();
      setTimeout(() => this.#enter(), 1);
    }

    #enter(): void {
      if (this.readyState !== TestSocket.CONNECTING) return;
      if (state === 'away') return this.end(1006);
      this.readyState = TestSocket.OPEN;
      open.add(this);
      this.dispatchEvent(new Event('open'));
    }

    send(text: string): void {
      if (state !== 'up') return;
      heard.push(text.slice(0, text.indexOf('\r\n')));
      const answer = answerTo(text);
      if (answer !== undefined) this.say(answer);
    }

    /** Arrives a moment later, if the connection still exists. */
    say(text: string): void {
      setTimeout(() => {
        if (this.readyState === TestSocket.OPEN)
          this.dispatchEvent(Object.assign(new Event('message'), { data: text }));
      }, 1);
    }

    close(): void {
      this.end(1000);
    }

    end(code: number): void {
      this.readyState = 3;
      open.delete(this);
      this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '' }));
    }
  }

  function answerTo(text: string): string | undefined {
    const line = lineIn(text);
    const isCalled = /^CSeq: \d+ INVITE$/m.test(line('CSeq'));
    // The answer of a phone is acknowledged (RFC 3261, section 13.2.2.4).
    if (text.startsWith('SIP/2.0 200') && isCalled) return requestOf('ACK', text);
    if (text.startsWith('SIP/2.0') || text.startsWith('ACK')) return undefined;
    if (text.startsWith('REGISTER')) return registering(text);
    // A new call of a phone is answered at once, as a queue does.
    if (text.startsWith('INVITE') && !line('To').includes(';tag=')) calls.add(line('Call-ID'));
    if (!calls.has(line('Call-ID'))) return responseTo(text, '481 Call/Transaction Does Not Exist');
    if (text.startsWith('BYE')) calls.delete(line('Call-ID'));
    if (text.startsWith('INVITE') && refusal !== undefined) return responseTo(text, refusal);
    return responseTo(text, '200 OK', text.startsWith('INVITE') ? SDP : '');
  }

  function registering(text: string): string {
    const line = lineIn(text);
    const user = /sip:(\w+)@/.exec(line('From'))?.[1] ?? '';
    if (!isProof(line('Authorization'), passwords.get(user) ?? ''))
      return responseTo(
        text,
        '401 Unauthorized',
        '',
        'WWW-Authenticate: Digest realm="trunkline",nonce="once"',
      );
    registered.push(user);
    return responseTo(text, '200 OK', '', line('Contact'));
  }

  return {
    /** Replaces the browser's WebSocket. */
    WebSocket: TestSocket as unknown,
    /** The passwords of phones that may register. */
    passwords,
    /** The phones that have registered, in order. */
    registered,
    heard,
    /** How many pages are connected. */
    connections: () => open.size,
    become(next: GatewayState): void {
      state = next;
      if (state !== 'away') return;
      calls.clear();
      this.disconnect(1000);
    },
    /** Answers changes of a call in this way from now on; undefined: accepts them. */
    refuse(answer: string | undefined): void {
      refusal = answer;
    },
    disconnect(code: number): void {
      for (const socket of open) socket.end(code);
    },
    /** A customer's call rings at every connected phone. */
    ring(number: string): void {
      const id = `Call-ID: ${number}-${calls.size}`;
      calls.add(id);
      const head = [
        'INVITE sip:201@phone.invalid;transport=ws SIP/2.0',
        `Via: SIP/2.0/WS gateway.invalid;branch=z9hG4bK${number}`,
        'Max-Forwards: 70',
        `From: <sip:${number}@gateway.invalid>;tag=${number}`,
        'To: <sip:201@phone.invalid>',
        id,
        'CSeq: 1 INVITE',
      ];
      for (const socket of open) socket.say(messageOf(head, SDP));
    },
  };
}

const lineIn = (text: string) => (name: string) => new RegExp(`^${name}: .*$`, 'm').exec(text)?.[0] ?? '';

/** A SIP message with the gateway's address and, if there is one, a body. */
function messageOf(head: readonly string[], body: string): string {
  const type = body === '' ? [] : ['Content-Type: application/sdp'];
  const hasContact = head.some((line) => line.startsWith('Contact: '));
  const contact = hasContact ? [] : ['Contact: <sip:gateway.invalid;transport=ws>'];
  return [...head, ...contact, ...type, `Content-Length: ${body.length}`, '', body].join('\r\n');
}

function responseTo(request: string, status: string, body = '', more = ''): string {
  const line = lineIn(request);
  const to = line('To');
  const head = [
    `SIP/2.0 ${status}`,
    line('Via'),
    line('From'),
    to.includes(';tag=') ? to : `${to};tag=gateway`,
  ];
  return messageOf([...head, line('Call-ID'), line('CSeq'), ...(more === '' ? [] : [more])], body);
}

/** A request in the dialog of a phone's answer. */
function requestOf(method: string, answer: string): string {
  const line = lineIn(answer);
  const via = `Via: SIP/2.0/WS gateway.invalid;branch=z9hG4bK${method}${answer.length}`;
  const head = [`${method} sip:201@phone.invalid;transport=ws SIP/2.0`, via, 'Max-Forwards: 70'];
  return messageOf([...head, line('From'), line('To'), line('Call-ID'), `CSeq: 1 ${method}`], '');
}

/** Whether a digest (RFC 2617, without qop) was made with this password. */
function isProof(header: string, password: string): boolean {
  const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(header)?.[1] ?? '';
  const own = Utils.calculateMD5(`${field('username')}:trunkline:${password}`);
  const request = Utils.calculateMD5(`REGISTER:${field('uri')}`);
  return header !== '' && field('response') === Utils.calculateMD5(`${own}:once:${request}`);
}
