import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import smpp, { type Pdu, type Session } from 'smpp';
import { deliverOnce } from '../delivery-strategy.ts';
import { addLatest } from '../keep-latest.ts';
import { perSecond, createPace } from '../pace.ts';
import { createLinePhone, type Delivery, type LinePhone } from './phone.ts';
import { segmentOf } from './segments.ts';

export type Smsc = Awaited<ReturnType<typeof startSmsc>>;

/**
 * How it fails for a submitted message: with a status, without an answer, or with a broken connection before or after accepting
 * it.
 */
export type SmscFault = { status?: number; hangs?: boolean; drops?: 'before' | 'after' };

export type SmscLimits = { messages_a_second: number };

const BRING_AGAIN_MS = 200;
const THROTTLED = smpp.errors['ESME_RTHROTTLED'] ?? 0x58;
const ALREADY_BOUND = smpp.errors['ESME_RALYBND'] ?? 5;
const WRONG_PASSWORD = smpp.errors['ESME_RINVPASWD'] ?? 14;

/** Starts a stand-in for an operator's message centre on loopback: SMPP 3.4 with receipts, parts, repetitions and faults. */
export async function startSmsc() {
  const world = {
    systemId: 'kopikita',
    password: 'rahasia1',
    /** Whether it sends receipts, and whether it does so before the answer to the message. */
    tells: true,
    tellsFirst: false,
    /** The state in receipts, such as UNDELIV, and how they write ids. */
    state: 'DELIVRD',
    writeId: (id: string): string => id,
    /** Whether receipts also have fields, besides their text, as with some operators. */
    hasFields: true,
    /** Whether it ignores everything that it is sent. */
    isDeaf: false,
    /** How customers' messages are brought to the signed-in client. */
    carry: deliverOnce,
    /** The limit of messages a second on a connection; null: none. */
    limits: null as SmscLimits | null,
    now: () => Date.now(),
  };
  const pace = createPace(() => world.now());
  const phones = new Map<string, LinePhone>();
  const faults: SmscFault[] = [];
  const bound = new Map<Session, string>();
  const submitted: Pdu[] = [];
  let count = 0;
  const server = smpp.createServer({}, welcome);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = new Set<Session>();
  let isClosed = false;

  function welcome(session: Session): void {
    open.add(session);
    // Every request that waits for its answer also listens for the end of the connection, which can be more than ten.
    session.setMaxListeners(0);
    session.on('error', () => session.destroy());
    session.on('close', () => {
      open.delete(session);
      bound.delete(session);
    });
    session.on('pdu', (pdu: Pdu) => {
      if (pdu.isResponse() || world.isDeaf) return;
      if (pdu.command.startsWith('bind_')) return bind(session, pdu);
      if (pdu.command === 'submit_sm') return handlePdu(session, pdu);
      session.send(pdu.response());
    });
  }

  function bind(session: Session, pdu: Pdu): void {
    const isKnown = pdu['system_id'] === world.systemId && pdu['password'] === world.password;
    const isTwice = pdu.command === 'bind_transceiver' && receivers().length > 0;
    const status = isKnown ? (isTwice ? ALREADY_BOUND : 0) : WRONG_PASSWORD;
    if (status === 0) bound.set(session, pdu.command);
    session.send(pdu.response({ command_status: status, system_id: 'smsc' }));
  }

  const receivers = (): Session[] =>
    [...bound].filter(([, role]) => role === 'bind_transceiver').map(([session]) => session);

  function handlePdu(session: Session, pdu: Pdu): void {
    addLatest(submitted, pdu);
    const { drops, status, hangs = false } = faults.shift() ?? tooFast();
    if (drops === 'before') return session.destroy();
    if (status !== undefined) return void session.send(pdu.response({ command_status: status }));
    count += 1;
    const id = String(1_000_000 + count);
    const sendReceiptNow = bringTo(phones.get(String(pdu['destination_addr'])), id, pdu);
    if (world.tellsFirst) sendReceiptNow();
    if (drops === 'after') session.destroy();
    else if (!hangs) session.send(pdu.response({ message_id: id }));
    if (!world.tellsFirst) sendReceiptNow();
  }

  function tooFast(): SmscFault {
    const { messages_a_second: most } = world.limits ?? {};
    return most === undefined || pace.takes('line', perSecond(most)) ? {} : { status: THROTTLED };
  }

  /** Returns a function that sends the receipt, unless the phone sends it itself. */
  function bringTo(phone: LinePhone | undefined, id: string, pdu: Pdu): () => void {
    const sendNow = () => sendReceipt(id, pdu);
    phone?.receive(id, String(pdu['source_addr']), { ...segmentOf(pdu), tell: sendNow });
    return phone?.holder ? () => {} : sendNow;
  }

  function sendReceipt(id: string, pdu: Pdu): void {
    if (world.tells) void bring(receiptOf(id, pdu));
  }

  function receiptOf(id: string, pdu: Pdu): Delivery {
    const bytes = segmentOf(pdu).bytes.subarray(0, 20).toString('latin1');
    const named = world.writeId(id);
    const isDelivered = world.state === 'DELIVRD';
    const dates = 'submit date:2611230300 done date:2611230301';
    const text = `id:${named} sub:001 dlvrd:${isDelivered ? '001' : '000'} ${dates} stat:${world.state} err:${isDelivered ? '000' : '027'} text:${bytes}`;
    return {
      source_addr_ton: 1,
      source_addr_npi: 1,
      source_addr: pdu['destination_addr'],
      esm_class: 4,
      data_coding: 0,
      short_message: Buffer.from(text, 'latin1'),
      ...(world.hasFields && { receipted_message_id: named, message_state: isDelivered ? 2 : 5 }),
    };
  }

  /** Offers a delivery to the signed-in client, again and again until it accepts it. */
  async function bring(fields: Delivery): Promise<void> {
    while (!isClosed) {
      const [session] = receivers();
      if (session && (await isTaken(session, fields))) return;
      await sleep(BRING_AGAIN_MS);
    }
  }

  async function carried(fields: Delivery): Promise<void> {
    await world.carry(() => bring(fields).then(() => 200));
  }

  const isTaken = (session: Session, fields: Delivery): Promise<boolean> =>
    new Promise((resolve) => {
      session.once('close', () => resolve(false));
      session.send(new smpp.PDU('deliver_sm', fields), ({ command_status: status }) => {
        if (!world.isDeaf) resolve(status === 0);
      });
    });

  return {
    host: '127.0.0.1',
    port,
    world,
    /** Faults for the next submitted messages, in order. */
    faults,
    /** All submitted messages, accepted or refused. */
    submitted,
    receivers: () => receivers().length,
    phone(number: string): LinePhone {
      const key = number.replace('+', '');
      const phone = phones.get(key) ?? createLinePhone(number, carried);
      phones.set(key, phone);
      return phone;
    },
    /** Writes raw bytes that contain `count` PDUs; resolves with the states of the answers. */
    async bringBytes(bytes: Buffer, count: number): Promise<number[]> {
      const [session] = receivers();
      if (!session) throw new Error('nobody is signed in');
      const states: number[] = [];
      const answered = new Promise<number[]>((resolve) => {
        const hear = (pdu: Pdu): void => {
          if (pdu.command !== 'deliver_sm_resp') return;
          if (states.push(pdu.command_status) < count) return;
          session.off('pdu', hear);
          resolve(states);
        };
        session.on('pdu', hear);
      });
      session.socket.write(bytes);
      return answered;
    },
    /** Breaks all connections. */
    cut: (): void => open.forEach((session) => session.destroy()),
    async close(): Promise<void> {
      isClosed = true;
      open.forEach((session) => session.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
