-- Recordings are deleted when their time is over, unless somebody keeps them.
alter table call_recordings drop constraint call_recordings_state_check;
alter table call_recordings add constraint call_recordings_state_check
  check (state in ('recording', 'finishing', 'ready', 'failed', 'deleted'));
alter table call_recordings
  add column kept_by bigint references users,
  add column deleted_at timestamptz(3),
  add column deleted_after_days int;
create index call_recordings_over on call_recordings (ended_at)
  where state in ('ready', 'failed') and kept_by is null;
comment on column call_recordings.kept_by is 'Who said that it stays although its time is over; null where nobody did.';
comment on column call_recordings.deleted_after_days is 'What the settings said when its files were deleted.';

-- Who supervises may take recordings along and keep them, as in a workspace that is made today; nobody else may.
update user_level_modules m
set module_activity_code = m.module_activity_code || ',RECORDING_DOWNLOAD,RECORDING_KEEP'
where m.module_code = 'TICKETS' and exists (
  select from user_level_modules s
  where s.user_level_id = m.user_level_id and s.module_code = 'MONITORING'
    and 'CONTROL' = any (string_to_array(s.module_activity_code, ',')) and s.is_active
);
