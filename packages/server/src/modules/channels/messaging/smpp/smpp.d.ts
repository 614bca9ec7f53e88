/** Types of what we use of the library, which has none. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  export type Pdu = {
    command: string;
    command_status: number;
    sequence_number: number;
    isResponse(): boolean;
    response(fields?: Record<string, unknown>): Pdu;
    [field: string]: unknown;
  };
  type Param = { type: unknown; filter?: unknown };
  type Command = { id: number; params: Record<string, Param> };
  export type Session = EventEmitter & {
    socket: Socket;
    /** Returns false if the socket can no longer be written to. */
    send(pdu: Pdu, answered?: (answer: Pdu) => void): boolean;
    pause(): void;
    resume(): void;
    close(): void;
    destroy(): void;
  };
  const smpp: {
    connect(options: object): Session;
    PDU: new (command: string, fields: Record<string, unknown>) => Pdu;
    addCommand(name: string, command: Command): void;
    addTLV(name: string, tlv: { id: number; type: unknown }): void;
    commands: Record<string, Command>;
    tlvs: Record<string, { id: number; type: unknown }>;
    types: { buffer: unknown; cstring: unknown };
    encodings: Record<'ASCII', { encode(text: string): Buffer; decode(bytes: Buffer): string }>;
    errors: Record<string, number>;
  };
  export default smpp;
}
