-- What one person may use of ours is counted per person, whatever address or token they come with.
create index files_unused_user on files (user_id) where message_id is null;

alter table users
  add column reset_links int not null default 0,
  add column reset_links_since timestamptz(3) not null default now();
comment on column users.reset_links is 'How many links for a new password were asked for in the hour from reset_links_since on.';

alter table livechat_visitors
  add column transcript_email text not null default '',
  add column transcripts int not null default 0,
  add column transcripts_since timestamptz(3) not null default now();
comment on column livechat_visitors.transcript_email is 'Given before the present conversation began: its transcript goes nowhere else.';
comment on column livechat_visitors.transcripts is 'How many were sent in the day from transcripts_since on.';
update livechat_visitors set transcript_email = email;
