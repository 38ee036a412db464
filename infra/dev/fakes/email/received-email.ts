export interface ReceivedEmail {
  id: number;
  /** Recipients of the SMTP envelope. */
  to: string[];
  from: string;
  subject: string;
  receivedAt: string;
  headers: Record<string, string>;
  text: string;
  html: string;
}
