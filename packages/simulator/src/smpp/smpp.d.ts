/** The part of the library that we use, which has no types of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server, Socket } from 'node:net';

  export type Pdu = {
    command: string;
    command_status: number;
    isResponse(): boolean;
    response(fields?: Record<string, unknown>): Pdu;
    [field: string]: unknown;
  };
  export type Session = EventEmitter & {
    send(pdu: Pdu, answered?: (answer: Pdu) => void): boolean;
    destroy(): void;
    socket: Socket;
  };
  type Param = { type: unknown; filter?: unknown };
  type Command = { id: number; params: Record<string, Param> };
  const smpp: {
    createServer(options: object, listener: (session: Session) => void): Server;
    PDU: new (command: string, fields: Record<string, unknown>) => Pdu;
    addCommand(name: string, command: Command): void;
    commands: Record<string, Command>;
    types: { buffer: unknown };
    encodings: Record<
      'ASCII' | 'UCS2',
      { match(text: string): boolean; encode(text: string): Buffer; decode(bytes: Buffer): string }
    >;
    errors: Record<string, number>;
  };
  export default smpp;
}
