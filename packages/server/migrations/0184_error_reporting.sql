create table error_reporting (
  is_only boolean primary key default true check (is_only),
  dsn text,
  version int not null default 1
);
comment on table error_reporting is 'Where faults are reported to. One row.';
comment on column error_reporting.dsn is 'Null: nothing is reported.';
insert into error_reporting default values;
