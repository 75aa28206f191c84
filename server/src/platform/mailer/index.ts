export { createMailer } from './mailer.ts';
export type { Mail } from './mail.ts';
export type { Mailer } from './mailer.ts';
export { noticeJob } from './notice-job.ts';
export type { Notice, NoticeSender } from './notice-job.ts';
export { renderMail } from './render-mail.ts';
