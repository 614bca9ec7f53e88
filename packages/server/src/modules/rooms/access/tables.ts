import type { JSONColumnType } from 'kysely';
import '#platform/tables';
import type { RoomPermissions } from './room-permissions.ts';

declare module '#platform/tables' {
  interface Tables {
    call_rulings: {
      call_id: number;
      identity: string;
      ruling: 'admitted' | 'removed';
      ruled_by: string;
      ruled_at: AutoTime;
    };
    call_rights: {
      call_id: number;
      identity: string;
      permissions: JSONColumnType<RoomPermissions>;
    };
  }
}
