-- An address is one person's, however it is spelled. Of several who have it from before, whoever works here and was here
-- first keeps it; the others have none, and the audit says what it was.
with ranked as (
  select id, email, row_number() over (partition by lower(email) order by is_active desc, id) as place
  from users where email is not null
), gone as (
  update users u set email = null from ranked r where r.id = u.id and r.place > 1 returning u.id, r.email
)
insert into audit_log (action, subject, details)
  select 'user.email_removed', 'user ' || id, jsonb_build_object('email', email, 'reason', 'doubled') from gone;
create unique index users_email on users (lower(email));

-- A telephone, too, is one person's.
with ranked as (
  select id, extension, row_number() over (partition by lower(extension) order by is_active desc, id) as place
  from users where extension <> ''
), gone as (
  update users u set extension = '' from ranked r where r.id = u.id and r.place > 1 returning u.id, r.extension
)
insert into audit_log (action, subject, details)
  select 'user.extension_removed', 'user ' || id, jsonb_build_object('extension', extension, 'reason', 'doubled')
  from gone;
create unique index users_extension_spelled on users (lower(extension)) where extension <> '';

alter table users add column invited_at timestamptz(3), add column invitation_expires_at timestamptz(3);
comment on column users.password_hash is 'Empty: no password yet, so nobody can sign in with one.';
comment on column users.invited_at is 'When somebody without a password was invited last; null: not, or it was withdrawn or used.';
comment on column users.invitation_expires_at is 'Until when the link of the invitation works.';

alter table password_resets add column kind text not null default 'reset' check (kind in ('reset', 'invitation'));
comment on column password_resets.kind is 'A link for a forgotten password ends those of its kind, and not an invitation: anybody can ask for one.';
