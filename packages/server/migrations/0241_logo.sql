create table app_logo (
  is_only boolean primary key default true check (is_only),
  version text not null,
  type text not null,
  content bytea not null
);
comment on table app_logo is 'The organisation''s own logo, shown to everybody, also before they sign in.';
comment on column app_logo.version is 'A digest of the content: it stands in its address, which may be kept for ever.';
