alter table users add column browsers_known_since timestamptz(3) not null default '1970-01-01T00:00:00Z';
comment on column users.browsers_known_since is 'Browsers and addresses count as known to this person from their sign-ins since then: a change of the password and signing out everywhere move it.';
comment on table login_failures is 'Failed sign-ins by scope: see modules/auth/lock-out.ts.';
