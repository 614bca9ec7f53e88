-- All that stretches of activities are made of stands in the index: a report over everybody reads it alone, and not the rows.
create index user_activity_log_stretches on user_activity_log (user_id, started_at, id)
  include (user_activity_id, break_reason_id, cause);
drop index user_activity_log_user;
