import type { LevelLayouts, MediaId } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    app_logo: { is_only: Auto<boolean>; version: string; type: string; content: Buffer };
    app_config: { key: string; value: Json<unknown> };
    list_layouts: {
      user_level_id: number;
      tickets: Json<LevelLayouts['tickets']>;
      customers: Json<LevelLayouts['customers']>;
      version: Auto<number>;
    };
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
