-- Mails from before 0360 are given their `messages.html_text` too: a job reads their HTML, the newest first.
create table mail_html_backfill (before_id bigint not null);
comment on table mail_html_backfill is 'Down to which message the job has come: one row, and none when it is done.';
insert into mail_html_backfill
select max(message_id) + 1 from mail_messages where html_file_id is not null having count(*) > 0;
