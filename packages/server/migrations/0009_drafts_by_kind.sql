-- What is being written as a reply and as a note are two texts: whoever looks something up in a note keeps the reply.
alter table ticket_drafts drop constraint ticket_drafts_pkey, add primary key (ticket_id, user_id, kind);
