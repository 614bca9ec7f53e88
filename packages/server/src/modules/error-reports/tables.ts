import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    error_reporting: { is_only: Auto<boolean>; dsn: string | null; version: Auto<number> };
  }
}
