"""Words that decide alone whether a name may be a tag: nouns too general to name a memory, and words never refused.

Chosen by hand for any user. Words are casefolded, English in the singular, Chinese in simplified characters.
"""


def words(text: str) -> frozenset[str]:
    """Return the words of a text that spaces and line ends part."""
    return frozenset(text.split())


_GENERIC_ZH = words("""
东西 事情 事儿 事件 事项 事物 问题 情况 状况 状态 情形 情境 现象 时候 时间 时刻 时光 时期 时段 时长 期间 期限 日子 日期 日常 年份 月份
年代 今天 明天 昨天 后天 前天 今年 明年 去年 今晚 昨晚 明晚 早上 上午 中午 下午 晚上 傍晚 凌晨 夜里 夜晚 半夜 白天 早晨 周末 平时 平日
周一 周二 周三 周四 周五 周六 周日 星期 星期一 星期二 星期三 星期四 星期五 星期六 星期天 星期日 礼拜 礼拜天 上周 下周 本周 上个月 下个月
最近 现在 目前 当时 当天 当年 将来 未来 过去 以前 以后 后来 刚才 刚刚 之前 之后 开始 结束 最后 最终 首先 其次 大家 人们 人家 别人 他人
自己 本人 个人 对方 双方 大伙 咱们 我们 你们 他们 她们 它们 男人 女人 男士 女士 先生 小姐 朋友 朋友们 人员 人士 人物 人群 家伙 感觉 感受
心情 情绪 情感 想法 看法 观点 意见 建议 意思 意义 方面 方向 方式 方法 办法 方案 做法 手段 途径 措施 内容 主题 话题 题目 标题 名字 名称
姓名 称呼 结果 结论 后果 成果 成绩 原因 理由 缘故 目的 作用 影响 因素 条件 要求 需求 需要 标准 程度 水平 能力 数量 规模 范围 大小 长度
高度 速度 价值 比例 部分 整体 全部 全体 所有 其他 其中 之一 一些 一切 一部分 大部分 多数 少数 许多 很多 不少 有些 某些 各种 各类 种类
类型 类别 样子 模样 形式 形状 结构 性质 特点 特征 特色 优点 缺点 优势 劣势 关系 联系 区别 差别 差异 相关 有关 关于 地方 地点 位置 场所
场合 场景 现场 附近 周围 旁边 里面 外面 上面 下面 前面 后面 左边 右边 中间 里边 外边 那边 这边 这里 那里 哪里 到处 身边 身上 手上 手里
心里 脑子 眼前 过程 步骤 阶段 环节 流程 进展 进行 行为 行动 动作 操作 表现 机遇 可能 可能性 必要 重要性 变化 改变 发展 提升 提高 增加
减少 改善 改进 信息 消息 数字 例子 案例 样例 情节 细节 详情 说明 描述 介绍 解释 定义 概念 含义 物品 物件 用品 系列 版本 对象 个体 单位
集体 人生 生命 一生 人类 人 事 物 话 词 句子 句话 字 联系方式 喜好 印象 记忆 希望 愿望 期待 决定 选择 准备 打算 想要 帮助 支持 努力 尝试
分享 讨论 谈话 回答 回复 答案 提问 疑问 请求 谢谢 感谢 抱歉 对不起 不好意思 你好 您好 再见 晚安 早安 哈哈 哈哈哈 嘿嘿 呵呵 嘻嘻 加油
没事 好的 好吧 可以 不错 真好 太好了 太棒了 真棒 厉害 开心 高兴 快乐 难过 伤心 生气 喜欢 讨厌 觉得 认为 知道 发现 感到 看到 听到 想到
说话 说法 告诉 助理 人工 功能 用处 用途 好处 坏处 坏人 好人 重点 关键 核心 基础 基本 主要 整个 普通 特别 一般 具体 实际 事实 真相 本身
自身 自我 一下 一点 一起 一样 一直 一种 一次 一天 一家 一会儿 有点 有时 有时候 长时间 持续时间 小时 分钟 秒钟 年级 季度 季节 气氛 氛围
气息 模式 意识 精神 态度 思想 思路 心态 力量 力度 动力 潜力 层面 角度 视角 渠道 东东 玩意 玩意儿 前沿 规律 规则 原则 优化 完善 实现
完成 使用 应用 参加 参与 举办 开展 提供 获得 得到 拥有 存在 包括 属于 成为 作为 起来 出来 下来 过来 回来 之旅 专门 资深 时尚 优质 高级 专业 完美
满意 舒服 合适 方便 段落 全文 第二名 名次 总体 总结 概述 摘要 备注 提示 注意 提醒 一天到晚 心意 心得 心声 惊喜 乐趣 魅力 精华 美味 口碑
评论 人气 用心 细心 耐心 信心 决心 关心 操心 担心 安心 放心 小心 中心 内心 不足
""")

_GENERIC_EN = words("""
thing something anything nothing everything stuff someone anyone everyone nobody somebody anybody everybody one other others another
time day week month year hour minute second moment today tomorrow yesterday tonight morning afternoon evening night noon midnight
weekend weekday date while century decade monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri
january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
season ago now later soon am pm utc gmt est pst cet people person dude bro sis buddy folk gentleman human individual self sir madam
mister miss mr mrs ms dr way lot bit kind sort type piece part half bunch couple ton plenty rest whole set pair number amount range
degree size length concept advance idea thought feeling emotion mood opinion point fact truth case reason cause result effect outcome purpose aim
target problem matter situation condition circumstance state status context background place location side end start beginning middle
top bottom front back left right corner edge inside outside word term name sentence phrase line paragraph topic subject message comment
note detail information info object element component aspect factor quality characteristic property example instance sample version
choice alternative possibility chance opportunity change difference improvement progress development growth success failure mistake
effort attempt try stage phase procedure manner means mean form shape look sense use usage function life world anymore anyway experience
hope need wish desire help advice suggestion tip recommendation guidance inspiration motivation encouragement fun joy happiness love peace
excitement pleasure pride vibe spirit strength power positivity courage confidence determination perspective balance connection
relationship importance value meaning impact influence benefit advantage thank thanks hello hi hey bye goodbye goodnight welcome
congrats congratulations cheers sorry please yes no yeah yep yup nah nope ok okay wow woah whoa oh ah aha ooh aw aww ugh hmm huh um uh
er lol lmao haha hahaha hehe omg btw imo imho fyi asap idk tbh thx pls photograph shot caption link url click luck shame surprise blast
break challenge doubt trouble mess order overview summary introduction conclusion description explanation definition everyday lifetime
future past present history generation age sight scene atmosphere beauty myself yourself himself herself ourselves themselves itself
hundred thousand million billion dozen percent percentage total sum average first third last next previous various several many few much
more most less least reply conversation discussion talk chat touch feel think thinking being doing having going getting making taking
understanding learning cool awesome amazing great good nice bad best better new old big small gonna wanna gotta kinda sorta dunno lemme
bin etc eg ie vs none null true false todo misc general default unknown untitled
""")

GENERIC = _GENERIC_ZH | _GENERIC_EN
"""Name keys refused as tags."""

WEAK = words("""
兴趣 习惯 体验 经历 经验 故事 计划 活动 任务 工作 事业 项目 产品 商品
设备 设施 装置 平台 系统 工具 资源 材料 技术 技能 技巧 知识 理论 理念 资料 服务 生活 社会 世界 机构 组织 团体 背景 风景 景色 美景 颜色
味道 口味 声音 风格 样式 照片 图片 视频 链接 网址 页面 表格 清单 列表 记录 目录 号码
性别 重量 质量 性能 创新 趋势 发展趋势 领域 行业 环境 家里 春季 夏季 秋季 冬季 梦想 回忆 目标 用户 助手 代表 负责人
同行 精英 大师 对话 聊天 沟通 交流 安排 进度 机会 效果 空间 假期 节日 旅程 第一名 好评 评价 文字 文本 新鲜 赞美 安静 感情 天空 长辈
好友 老板 人才 生意 家人 大家庭 名单 城市 会员 顾客 客户 家庭 现代 传统 户外 手下 网上 国外 国内 前辈 家里人 人数 本科学历
本科 高中 同学
habit routine lifestyle skill ability talent knowledge practice lesson color colour sound taste smell
flavor view nature work home space room air water temperature group team partner member community society public audience
crowd system tool resource material product service task role activity action project plan schedule list level style photo picture video
pic photography image page title section chapter text data content feedback dream memory story adventure journey rate secret stack row pile cup slice exercising hand face eye head body
arm leg foot finger hair game user assistant program area support event act count boost sign source pose wall solution assistance backing platform course technique strategy process method approach question answer item option
feature issue deal treat energy mind soul heart spring summer winter autumn fall request response update reminder news neighbor stranger
friend man woman guy boy girl lady spot site center design school class goal step interest passion environment
""")
"""Name keys never proposed alone, but accepted from the caller and as part of a longer name."""

FACTS = words("""
生日 天气 家乡 老家 学历 职业 岗位 职位 爱好 性格 电话 邮箱 手机号 地址 年龄 身高 价格 籍贯 工作单位 邮箱地址 联系电话 手机号码 电话号码 兴趣爱好 体重 血型 星座
""")
"""What is told of a person or a thing, in Chinese: proposed alone, never joined to a neighbour."""

ALLOW = FACTS | words("""
ai sql api bug cpu gpu ram ssd usb ui ux tv vr ar css html xml json yaml http https ssh vpn dns ip tcp udp git npm pip aws gcp
k8s ci cd qa hr kpi okr pdf csv ppt app llm rag gpt mcp cli sdk ide orm jwt oauth linux macos ios android windows docker redis
c++ c# .net f# node.js vue.js next.js go rust java python ruby php kotlin swift react vue django flask
数据 数据库 部署 测试 调试 编译 重构 备份 升级 迁移 缓存 死锁 回滚 崩溃 报错 登录 日志 接口 权限 编程 代码 算法 架构 前端 后端 运维 服务器 爬虫
学习 阅读 写作 旅行 旅游 面试 结婚 离婚 辞职 加班 出差 考试 健身 减肥 睡眠 过敏 装修 搬家 做饭 理财 投资 贷款 保险 租房 购物 跑步 游泳 瑜伽 钓鱼 露营 摄影 绘画
派对 骑行 聚会 聚餐 求婚 怀孕 面条 翻译 招聘 比赛 训练 锻炼 培训 研究 教育 医疗 会议 合同 工资 预算 报销
""")
"""Name keys never refused as generic: short technical words, and Chinese activities and facts whose dictionary class is no noun."""
