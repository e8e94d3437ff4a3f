"""seat_figures"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("played", schema=None) as batch_op:
        batch_op.add_column(sa.Column("figures", sa.Text(), nullable=True))
