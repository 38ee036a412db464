import { useConfig } from "./config.tsx";

/** Who runs the product, as the server is configured; sensible words until that is known. */
export const useCompany = () => {
  const config = useConfig();
  return {
    product: config?.productName ?? "Chatbot Debate",
    company: config?.companyName ?? "our company",
    email: config?.contactEmail ?? "",
  };
};
