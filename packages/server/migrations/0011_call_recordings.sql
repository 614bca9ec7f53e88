create table call_recordings (
  id bigint generated always as identity primary key,
  call_id bigint not null references calls on delete cascade,
  egress_id text not null unique,
  state text not null check (state in ('recording', 'finishing', 'ready', 'failed')),
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  parts jsonb not null default '[]'
);
create unique index call_recordings_on on call_recordings (call_id) where state = 'recording';
create index call_recordings_call on call_recordings (call_id, id);
create index call_recordings_unfinished on call_recordings (id) where state in ('recording', 'finishing');
comment on table call_recordings is
  'What was recorded of a room call; a call that was paused has several. The files are in the data folder.';
comment on column call_recordings.egress_id is 'The media server''s name for it, and of its folder.';
comment on column call_recordings.parts is
  'The files, each of one person for a stretch of time, with their place in time from the start of the recording.';

alter table calls add column recording_paused boolean not null default false;
comment on column calls.recording_paused is 'The agent has stopped recording for now, for example while card data is said.';
