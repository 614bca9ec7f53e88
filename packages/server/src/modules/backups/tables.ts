import type { BackupFault, BackupRun } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    backup_schedule: {
      is_only: Auto<boolean>;
      is_on: Auto<boolean>;
      at: Auto<string>;
      folder: Auto<string>;
      keep: Auto<number>;
      looked_until: AutoTime;
      version: Auto<number>;
    };
    backup_runs: {
      id: Auto<number>;
      state: Auto<BackupRun['state']>;
      started_at: Time;
      ended_at: Time | null;
      user_id: number | null;
      file: string | null;
      bytes: number | null;
      tables_done: Auto<number>;
      tables: Auto<number>;
      files: Auto<number>;
      removed: Auto<number>;
      fault: BackupFault | null;
      said: Auto<string>;
    };
  }
}
