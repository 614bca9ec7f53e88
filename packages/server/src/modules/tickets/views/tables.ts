import type { DeskSettings, ViewSearch } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    ticket_views: {
      id: Auto<number>;
      user_id: number;
      is_shared: Auto<boolean>;
      name: string;
      search: Json<ViewSearch>;
      columns: string[] | null;
      version: Auto<number>;
      removed_at: Time | null;
      created_at: AutoTime;
    };
    desk_settings: {
      user_id: number;
      columns: string[] | null;
      view_order: Auto<number[]>;
      default_view_id: number | null;
      undo_send_seconds: Auto<DeskSettings['undo_send_seconds']>;
    };
  }
}
