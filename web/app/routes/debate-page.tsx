import { ArrowLeft } from "lucide-react";
import { Link, useParams } from "react-router-dom";
import { PageColumn } from "#web/components/page-column.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { DebateLoader } from "#web/features/debate/debate-loader.tsx";

const Back = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minH: "touch",
    mb: "3",
    fontSize: "14",
    color: "muted",
    _hover: { color: "ink" },
  },
});

const DebatePage = () => {
  const { id = "" } = useParams();
  return (
    <PageColumn width="stage">
      <Back to="/">
        <ArrowLeft size={16} />
        Back to Debates
      </Back>
      <DebateLoader key={id} id={id} />
    </PageColumn>
  );
};

export default DebatePage;
