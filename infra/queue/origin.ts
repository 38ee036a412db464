import { isRequestId } from "../request-id.ts";

/** What a job follows from: beside what it carries, which is ids. */
export interface Origin {
  requestId?: string | undefined;
  /** The step of a trace, in W3C's words. */
  traceparent?: string | undefined;
}

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/;

/** As it stands beside a job. A worker of before knows the request alone, and overlooks any other text. */
export const writeOrigin = ({ requestId, traceparent }: Origin): string | undefined =>
  traceparent === undefined ? requestId : `${requestId ?? ""} ${traceparent}`;

export const readOrigin = (text = ""): Origin => {
  const [requestId = "", traceparent = ""] = text.split(" ");
  return {
    ...(isRequestId(requestId) && { requestId }),
    ...(TRACEPARENT.test(traceparent) && { traceparent }),
  };
};
