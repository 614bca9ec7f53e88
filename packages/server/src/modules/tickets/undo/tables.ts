import '#platform/tables';
import type { BeforeAfter } from './values-to-restore.ts';

declare module '#platform/tables' {
  interface Tables {
    ticket_undos: { ticket_id: number; version: number; user_id: number; at: Time; kept: Json<BeforeAfter> };
  }
}
