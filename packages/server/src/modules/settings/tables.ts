import type { MediaId } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    app_config: { key: string; value: Json<unknown> };
    channel_accounts: {
      id: Auto<number>;
      media_id: MediaId;
      name: string;
      key: string;
      department_id: number;
      settings: Json<unknown>;
      is_active: Auto<boolean>;
      updated_at: AutoTime;
    };
  }
}
