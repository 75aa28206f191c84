import type { Mail } from './mail.ts';

/** The content of a mail. Every part is plain text, escaped in HTML. */
export interface MailContent {
  readonly to: string;
  readonly subject: string;
  /** Shown above and below the text. */
  readonly systemName: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** A code to type, shown large. */
  readonly code?: string;
  /** The link into the product. Omitted for recipients without an account. */
  readonly link?: { readonly label: string; readonly url: string; readonly asButton?: boolean };
  /** Small print, such as expiry and what to do about an unexpected mail. */
  readonly notes: readonly string[];
}

/** Renders plain text, and HTML with inline styles, because mail clients drop style sheets. */
export function renderMail(given: MailContent): Mail {
  const content = { ...given, subject: oneLine(given.subject), systemName: oneLine(given.systemName) };
  return { to: content.to, subject: content.subject, text: renderText(content), html: renderHtml(content) };
}

function renderText({ systemName, heading, paragraphs, code, link, notes }: MailContent): string {
  const parts = [
    heading,
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(link === undefined ? [] : [`${link.label}:\n${link.url}`]),
    ...notes,
    `-- \n${systemName}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const MONO = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

function renderHtml({ subject, systemName, heading, paragraphs, code, link, notes }: MailContent): string {
  const body = [
    `<p style="margin:0 0 20px;font-size:13px;font-weight:600;color:#4b5563">${escape(systemName)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:21px;line-height:1.3;font-weight:600;color:#111827">${escape(heading)}</h1>`,
    ...paragraphs.map(
      (text) => `<p style="margin:0 0 16px;font-size:15px;line-height:1.6;color:#1f2937">${escape(text)}</p>`,
    ),
    code === undefined ? '' : codeBlock(code),
    link?.asButton === true ? button(link.label, link.url) : '',
    link === undefined
      ? ''
      : `<p style="margin:0 0 16px;font-size:13px;line-height:1.6;color:#4b5563">${escape(link.label)}: <a href="${escape(link.url)}" style="color:#1d4ed8;word-break:break-all">${escape(link.url)}</a></p>`,
    `<div style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e5e7eb">${notes
      .map((text) => `<p style="margin:0 0 8px;font-size:13px;line-height:1.6;color:#4b5563">${escape(text)}</p>`)
      .join('')}</div>`,
  ].join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:0;background:#f3f4f6;${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escape(paragraphs[0] ?? heading)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e5e7eb;border-radius:12px"><tr><td style="padding:32px">
${body}
</td></tr></table></td></tr></table></body></html>
`;
}

const codeBlock = (code: string): string =>
  `<p style="margin:8px 0 24px;padding:18px 16px;background:#f3f4f6;border-radius:10px;text-align:center;font-size:34px;line-height:1.2;font-weight:700;letter-spacing:8px;color:#111827;${MONO}">${escape(code)}</p>`;

const button = (label: string, url: string): string =>
  `<p style="margin:8px 0 24px"><a href="${escape(url)}" style="display:inline-block;padding:12px 22px;background:#111827;border-radius:8px;font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">${escape(label)}</a></p>`;

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
