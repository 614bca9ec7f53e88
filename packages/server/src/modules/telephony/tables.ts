import type {
  DialOutcome,
  DialState,
  PhoneFault,
  PhoneGatewayHealth,
  PhoneItemKind,
  PhoneSetupState,
} from '@trunkline/contract';
import '#platform/tables';
import type { PhoneCall } from './calls/call.ts';
import type { CallEnder } from './calls/figures.ts';
import type { GatewayCallEvent } from './calls/gateway-call-event.ts';
import type { DiallingRights } from './lines/dialling-rights.ts';

/** What the record of a call keeps of the gateway's events. */
export type CallFacts = Pick<
  PhoneCall,
  'menu' | 'message' | 'wish' | 'queues' | 'rings' | 'talks' | 'holds' | 'transfers'
>;

declare module '#platform/tables' {
  interface Tables {
    phone_gateways: {
      id: number;
      host: string;
      port: number;
      is_tls: boolean;
      username: string;
      secret: string;
      after_call_seconds: number | null;
      state: Auto<PhoneGatewayHealth['state']>;
      fault: PhoneFault | null;
      said: Auto<string>;
      since: Time | null;
      ws_url: Auto<string>;
      media_address: Auto<string>;
      server_url: Auto<string>;
    };
    phone_lines: {
      user_id: number;
      gateway_id: number;
      extension: string;
      expires_at: Time;
      reach: DiallingRights;
    };
    phone_calls: {
      call_id: number;
      gateway_id: number;
      linked: string[];
      number: string;
      dialled: string;
      queue: string;
      ivr_keypress: string;
      cause: number | null;
      told: Json<CallFacts>;
      counted_at: Time;
      is_offered: Auto<boolean>;
      waited_until: Time | null;
      first_queue: Auto<string>;
      ended_by: CallEnder | null;
    };
    phone_legs: {
      call_id: number;
      leg: string;
      began_at: Time;
      user_id: number | null;
      extension: string;
      ended_at: Time | null;
      holds: string;
      is_passed_on: boolean;
    };
    phone_dials: {
      call_id: number;
      user_id: number;
      client_key: string;
      name: string;
      state: DialState;
      outcome: DialOutcome | null;
      reason: number | null;
    };
    phone_items: {
      id: Auto<number>;
      gateway_id: number;
      kind: PhoneItemKind;
      name: string;
      settings: Json<object>;
      queue: Auto<string>;
      secret: Auto<string>;
    };
    phone_prompts: { item_id: number; file: string; duration_ms: number; audio: Buffer };
    phone_setups: {
      gateway_id: number;
      state: Exclude<PhoneSetupState['state'], 'none'>;
      fault: PhoneSetupState['fault'];
      said: Auto<string>;
      applied: Auto<string>;
      since: Time;
    };
    phone_happenings: {
      gateway_id: number;
      at: Time;
      key: string;
      linked: string;
      happening: Json<GatewayCallEvent>;
      stored_at: Time;
    };
    phone_echoes: {
      user_id: number;
      event: string;
      uniqueid: string;
      eventtime: Time;
      took_ms: number;
      received_at: Time;
    };
  }
}
