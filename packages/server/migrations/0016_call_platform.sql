-- Calls may be in somebody else's rooms. Each ends where it began, whatever the setting says by then.
alter table calls
  add column platform text not null default 'embedded'
    check (platform in ('embedded', 'daily', 'cloudflare')),
  add column seen_at timestamptz(3);
comment on column calls.platform is 'Whose room it is in: ours, the hosted service''s, or a page shown in a frame.';
comment on column calls.seen_at is 'When the customer''s page last asked how the call stands, on a platform that never says who is inside.';
