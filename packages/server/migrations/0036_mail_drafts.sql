-- Mails that are being written to somebody who has not: one for each person and whom they began to write to.
create table mail_drafts (
  user_id bigint not null references users on delete cascade,
  place text not null,
  client_key text not null,
  mail jsonb not null,
  file_ids uuid[] not null default '{}',
  updated_at timestamptz(3) not null,
  primary key (user_id, place)
);
create index mail_drafts_files on mail_drafts using gin (file_ids);
comment on column mail_drafts.place is 'Whom it was to when it was begun, as the address of the page names them; empty: nobody.';
comment on column mail_drafts.client_key is 'Under which it will be sent: with that the draft is gone.';
comment on column mail_drafts.mail is 'Mailbox, recipients, subject and HTML, as far as they are written.';
