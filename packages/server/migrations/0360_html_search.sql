-- A mail says the same twice, as text and as HTML; some say more in the HTML.
alter table messages add column html_text text;
create index messages_html_search on messages using gin ((to_tsvector('simple', html_text) || to_tsvector('english', html_text) || to_tsvector('indonesian', html_text))) where html_text is not null;
comment on column messages.html_text is 'The text of a mail''s HTML part, for searching only: where it has words that body lacks, otherwise null.';
