/** A mail as it came. */
export interface ReceivedMail {
  id: number;
  /** To whom the server was told to bring it. */
  to: string[];
  from: string;
  subject: string;
  receivedAt: string;
  headers: Record<string, string>;
  text: string;
  html: string;
}
