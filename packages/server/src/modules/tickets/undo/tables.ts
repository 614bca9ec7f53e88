import '#platform/tables';
import type { BeforeAfter } from './back.ts';

declare module '#platform/tables' {
  interface Tables {
    ticket_undos: { ticket_id: number; version: number; user_id: number; at: Time; kept: Json<BeforeAfter> };
  }
}
