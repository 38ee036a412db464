import { useConfig } from "./config.tsx";

/** Names and contact of the operator, with defaults until the configuration is loaded. */
export const useCompanyInfo = () => {
  const config = useConfig();
  return {
    product: config?.productName ?? "Chatbot Debate",
    company: config?.companyName ?? "our company",
    email: config?.contactEmail ?? "",
  };
};
