export interface ReceivedEmail {
  id: number;
  /** Recipients according to the SMTP commands, not the headers. */
  to: string[];
  from: string;
  subject: string;
  receivedAt: string;
  headers: Record<string, string>;
  text: string;
  html: string;
}
